package canon

import "fmt"

// A Record names its fields once, in the order of its lines; Fields then either
// writes or reads them, so that the two never differ.
type Record interface{ Visit(f *Fields) }

// Fields goes through the lines of one record. The first failure sticks.
type Fields struct {
	w   *Writer // set when writing
	r   *Reader // set when reading
	err error
}

// Encode is the canonical text of a record, or an error that wraps ErrForm and
// names the first field that cannot stand.
func Encode(title string, rec Record) ([]byte, error) {
	f := &Fields{w: NewWriter(title)}
	if rec.Visit(f); f.err != nil {
		return nil, f.err
	}
	return f.w.Bytes(), nil
}

// Decode reads a record back and accepts only the bytes that Encode would write.
// Every error wraps ErrForm.
func Decode(title string, leaf []byte, rec Record) error {
	f := &Fields{r: NewReader(title, string(leaf))}
	rec.Visit(f)
	if err := f.r.Close(); err != nil {
		return err
	}
	return f.err
}

// Fail refuses the field of that name.
func (f *Fields) Fail(name string) {
	if f.err == nil {
		f.err = fmt.Errorf("%w: field %s", ErrForm, name)
	}
}

// Failed reports whether a field was refused or a line was missing.
func (f *Fields) Failed() bool { return f.err != nil || f.r != nil && f.r.err != nil }

// Line is one line of 1–128 printable ASCII bytes without a space.
func (f *Fields) Line(name string, p *string) {
	if f.r != nil {
		*p = f.r.Text(name)
	}
	if !IsLine(*p) {
		f.Fail(name)
	}
	if f.w != nil {
		f.w.Text(name, *p)
	}
}

// Hash is a line of 64 characters of lower-case hex.
func (f *Fields) Hash(name string, p *string) {
	if f.Line(name, p); !IsHex(*p, HashLen) {
		f.Fail(name)
	}
}

// Bool is a line of 0 or 1.
func (f *Fields) Bool(name string, p *bool) {
	if f.r != nil {
		*p = f.r.Bool(name)
		return
	}
	f.w.Bool(name, *p)
}

// Number is a decimal line in least … MaxSafe that also fits its type.
func Number[T int | int64 | uint8 | uint32 | uint64](f *Fields, name string, p *T, least int64) {
	if f.r != nil {
		n := f.r.Int(name)
		*p = T(n)
		if int64(*p) != n {
			f.Fail(name)
		}
	}
	if int64(*p) < least || int64(*p) > MaxSafe {
		f.Fail(name)
	}
	if f.w != nil {
		f.w.Int(name, int64(*p))
	}
}

// List is a count line in least … most and then that many groups of lines.
func List[T any](f *Fields, name string, list *[]T, least, most int, each func(*T)) {
	count := len(*list)
	Number(f, name, &count, int64(least))
	if count > most {
		f.Fail(name)
	}
	if f.Failed() {
		return
	}
	if f.r != nil {
		*list = make([]T, count)
	}
	for i := range *list {
		each(&(*list)[i])
	}
}
