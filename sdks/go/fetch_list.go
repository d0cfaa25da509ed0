package bunting

import (
	"context"
	"fmt"
	"io"

	"github.com/bunting-flags/bunting/sdks/go/internal/engine"
)

// fetchList calls GET /v1/lists/{listId} for the version that the bundle names, or only for the changes since the known
// version. If the result is not that version, the whole list is fetched once more.
func (s *service) fetchList(ctx context.Context, named *engine.LargeList, known *knownList) (*knownList, error) {
	if known != nil {
		list, err := s.tryList(ctx, named, known)
		if err != nil {
			return nil, err
		}
		if list != nil {
			return list, nil
		}
	}
	list, err := s.tryList(ctx, named, nil)
	if err == nil && list == nil {
		err = failure(ErrorBadAnswer, "GET /v1/lists answered with another list than %s.", named.List)
	}
	return list, err
}

// tryList returns nil if the result is not the named version.
func (s *service) tryList(ctx context.Context, named *engine.LargeList, known *knownList) (*knownList, error) {
	sent, err := s.readList(ctx, named, known)
	if err != nil || sent.Version != named.Version {
		return nil, err
	}
	list := sent.Added
	if sent.From != 0 {
		if known == nil || sent.From != known.named.Version {
			return nil, nil
		}
		merged, ok := known.list.Merge(sent)
		if !ok {
			return nil, nil
		}
		list = merged
	}
	made := &knownList{*named, list}
	if !made.isNamed(named) {
		return nil, nil
	}
	return made, nil
}

func (s *service) readList(ctx context.Context, named *engine.LargeList, known *knownList) (*engine.ListContent, error) {
	deadline := openDeadline(ctx, s.timing, idleTimeout)
	defer deadline.close()
	from, most := int64(0), named.Size
	if known != nil {
		from, most = known.named.Version, max(most, int64(len(known.list)))
	}
	query := fmt.Sprintf("version=%d&from=%d", named.Version, from)
	response, err := s.send(deadline.ctx, "/v1/lists/"+named.List, query, nil)
	if err != nil {
		return nil, deadline.why(err)
	}
	defer response.Body.Close()
	content, err := engine.ReadList(&heardReader{response.Body, deadline}, int(most))
	if err != nil {
		return nil, deadline.why(err)
	}
	return content, nil
}

// heardReader extends the deadline whenever data arrives.
type heardReader struct {
	io.Reader
	deadline *deadline
}

func (r *heardReader) Read(into []byte) (int, error) {
	count, err := r.Reader.Read(into)
	if count > 0 {
		r.deadline.expect(idleTimeout)
	}
	return count, err
}
