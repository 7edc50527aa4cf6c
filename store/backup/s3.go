package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
)

// ObjectStore is a Destination in a bucket of an S3-compatible store. An object appears there whole or not at all; a
// store that answers has it on its disks.
type ObjectStore struct {
	client         *minio.Client
	bucket, prefix string
}

// partBytes is how much of a copy is in memory at a time; 10,000 parts are the most that a store takes: 640 GB.
const partBytes = 64 << 20

// OpenObjectStore reads s3://BUCKET[/PREFIX]?endpoint=https://HOST[&region=REGION]. Without an endpoint it is Amazon's.
// Keys come from the environment (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY) or the user's credentials file: an address
// stands in process lists. transport may be nil.
func OpenObjectStore(address string, transport http.RoundTripper) (*ObjectStore, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "s3" || u.Host == "" || u.User != nil {
		return nil, fmt.Errorf("backup: %q is not s3://BUCKET/PREFIX?endpoint=https://HOST", address)
	}
	q := u.Query()
	for name := range q {
		if !slices.Contains([]string{"endpoint", "region"}, name) {
			return nil, fmt.Errorf("backup: %s: what is %s?", address, name)
		}
	}
	endpoint := &url.URL{Scheme: "https", Host: "s3.amazonaws.com"}
	if text := q.Get("endpoint"); text != "" {
		endpoint, err = url.Parse(text)
		if err != nil || endpoint.Host == "" || strings.Trim(endpoint.Path, "/") != "" ||
			endpoint.Scheme != "https" && endpoint.Scheme != "http" {
			return nil, fmt.Errorf("backup: endpoint %q is not https://HOST", text)
		}
	}
	client, err := minio.New(endpoint.Host, &minio.Options{Secure: endpoint.Scheme == "https", Region: q.Get("region"),
		Transport: transport,
		Creds: credentials.NewChainCredentials([]credentials.Provider{&credentials.EnvAWS{},
			&credentials.FileAWSCredentials{}})})
	if err != nil {
		return nil, fmt.Errorf("backup: %w", err)
	}
	prefix := strings.Trim(u.Path, "/")
	if prefix != "" {
		prefix += "/"
	}
	return &ObjectStore{client, u.Host, prefix}, nil
}

// Put implements Destination.
func (o *ObjectStore) Put(ctx context.Context, name string, r io.Reader) error {
	_, err := o.client.PutObject(ctx, o.bucket, o.prefix+name, r, -1, minio.PutObjectOptions{PartSize: partBytes,
		ContentType: "application/octet-stream"})
	return o.found(name, err)
}

// Get implements Destination.
func (o *ObjectStore) Get(ctx context.Context, name string) (io.ReadCloser, error) {
	object, err := o.client.GetObject(ctx, o.bucket, o.prefix+name, minio.GetObjectOptions{})
	if err != nil {
		return nil, o.found(name, err)
	}
	if _, err := object.Stat(); err != nil { // the first time that the store is asked
		return nil, errors.Join(o.found(name, err), object.Close())
	}
	return object, nil
}

// List implements Destination.
func (o *ObjectStore) List(ctx context.Context, under string) (list []Object, err error) {
	for info := range o.client.ListObjects(ctx, o.bucket, minio.ListObjectsOptions{Prefix: o.prefix + under + "/",
		Recursive: true}) {
		if info.Err != nil {
			return nil, o.found(under, info.Err)
		}
		list = append(list, Object{strings.TrimPrefix(info.Key, o.prefix), info.Size, info.LastModified})
	}
	slices.SortFunc(list, func(a, b Object) int { return strings.Compare(a.Name, b.Name) })
	return list, nil
}

// Remove implements Destination.
func (o *ObjectStore) Remove(ctx context.Context, name string) error {
	return o.found(name, o.client.RemoveObject(ctx, o.bucket, o.prefix+name, minio.RemoveObjectOptions{}))
}

func (o *ObjectStore) found(name string, err error) error {
	if err == nil {
		return nil
	}
	if minio.ToErrorResponse(err).Code == "NoSuchKey" {
		return fmt.Errorf("backup: %s: %w", name, fs.ErrNotExist)
	}
	return fmt.Errorf("backup: %s: %w", name, err)
}
