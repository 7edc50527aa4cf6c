package settings

import (
	"reflect"

	"jadebox/store"
)

// Goods are the boxes and items of the catalogue that a value names. 0 is none of them: it stands for what a setting
// says that it does.
type Goods struct {
	Boxes map[store.BoxID]bool
	Items map[store.DefID]bool
}

// Goods implements Any.
func (s *Setting[T]) Goods(now *store.SettingsNow) (Goods, error) {
	named := Goods{map[store.BoxID]bool{}, map[store.DefID]bool{}}
	v, err := s.In(now)
	if err == nil {
		named.add(reflect.ValueOf(v))
	}
	return named, err
}

var (
	boxType  = reflect.TypeFor[store.BoxID]()
	itemType = reflect.TypeFor[store.DefID]()
)

func (g Goods) add(v reflect.Value) {
	if !v.IsValid() {
		return
	}
	switch v.Type() {
	case boxType:
		if v.Int() != 0 {
			g.Boxes[store.BoxID(v.Int())] = true
		}
		return
	case itemType:
		if v.Int() != 0 {
			g.Items[store.DefID(v.Int())] = true
		}
		return
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		g.add(v.Elem())
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				g.add(v.Field(i))
			}
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			g.add(v.Index(i))
		}
	case reflect.Map:
		for key, value := range v.Seq2() {
			g.add(key)
			g.add(value)
		}
	}
}
