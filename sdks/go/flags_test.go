package bunting

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

var ada = EvalContext{UserID: "ada"}

func TestFlagsFollowTheService(t *testing.T) {
	service := openDelivery(t)
	service.publish(1, bundleJSON(1, map[string]string{"cart": flagJSON("boolean", true), "colour": flagJSON("string", "red")}), "")
	heard := &heard{}
	flags := open(t, Options{URL: service.URL + "///"})
	flags.Listen(heard.listener())
	if !flags.Ready(t.Context()) {
		t.Fatal("not ready")
	}
	if !flags.Bool("cart", ada, false) || flags.String("colour", ada, "") != "red" || flags.EnvironmentID() != "env_1" {
		t.Error("the bundle's flags do not answer")
	}
	details := flags.BoolDetails("cart", ada, false)
	if details != (Details[bool]{Value: true, Reason: ReasonDefault, Version: 3, IsStatic: true}) {
		t.Errorf("details: %+v", details)
	}

	service.publish(2, bundleJSON(2, map[string]string{"cart": flagJSON("boolean", false)}),
		patchMessage(1, 2, map[string]string{"cart": flagJSON("boolean", false), "colour": "null"}))
	until(t, "the patch arrives", func() bool { return len(heard.all("changed")) == 1 })
	if got := heard.all("changed")[0].keys; fmt.Sprint(got) != "[cart colour]" {
		t.Errorf("changed: %v", got)
	}
	if flags.Bool("cart", ada, true) || flags.StringDetails("colour", ada, "blue").Error != ErrorFlagNotFound {
		t.Error("the patch was not taken")
	}
	if revision, ok := flags.Revision(); revision != 2 || !ok {
		t.Errorf("revision %d", revision)
	}
	service.set(func() {
		for _, asked := range service.requests {
			isPath := asked.URL.Path == "/v1/stream" || asked.URL.Path == "/v1/bundle"
			if asked.Header.Get("Authorization") != "Bearer sk_test" || asked.UserAgent() != "bunting-go/"+Version || !isPath {
				t.Errorf("a request was %v %v", asked.URL, asked.Header)
			}
		}
	})
}

func TestAPatchOfAnotherRevisionIsLeftAndTheWholeIsFetched(t *testing.T) {
	service := openDelivery(t)
	service.publish(1, bundleJSON(1, map[string]string{"cart": flagJSON("boolean", false)}), "")
	flags := open(t, Options{URL: service.URL})
	flags.Ready(t.Context())
	service.publish(9, bundleJSON(9, map[string]string{"cart": flagJSON("boolean", true)}),
		patchMessage(7, 9, map[string]string{"cart": flagJSON("boolean", true)}))
	until(t, "the whole arrives", func() bool { return flags.Bool("cart", ada, false) })
}

func TestALowerRevisionOfTheServiceWins(t *testing.T) {
	service := openDelivery(t)
	service.publish(3, bundleJSON(3, map[string]string{"cart": flagJSON("boolean", true)}), "")
	flags := open(t, Options{URL: service.URL, Bootstrap: []byte(bundleJSON(99, map[string]string{"cart": flagJSON("boolean", false)}))})
	if !flags.Ready(t.Context()) {
		t.Fatal("a bootstrap is enough to be ready")
	}
	until(t, "the service wins", func() bool { return flags.Bool("cart", ada, false) })
}

func TestWithoutFlagsThereAreFallbacks(t *testing.T) {
	service := openDelivery(t)
	service.set(func() { service.status = 503 })
	flags := open(t, Options{URL: service.URL})
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if flags.Ready(ctx) {
		t.Error("ready without flags")
	}
	if details := flags.NumberDetails("limit", ada, 7); details.Value != 7 || details.Error != ErrorNotReady || details.Reason != ReasonError {
		t.Errorf("details: %+v", details)
	}
	if flags.Status() != StatusStarting || len(flags.All(ada)) != 0 {
		t.Error("there are no flags")
	}
}

func TestAnOutageIsToldOnceAndEndsByItself(t *testing.T) {
	service := openDelivery(t)
	service.publish(1, bundleJSON(1, map[string]string{"cart": flagJSON("boolean", true)}), "")
	heard := &heard{}
	flags := open(t, Options{URL: service.URL, Listener: heard.listener(), Timing: quick})
	flags.Ready(t.Context())
	service.set(func() { service.status = 503 })
	service.CloseClientConnections()
	until(t, "it is stale", func() bool { return flags.Status() == StatusStale })
	before := 0
	service.set(func() { before = len(service.requests) })
	until(t, "it is asked again and again", func() bool {
		now := 0
		service.set(func() { now = len(service.requests) })
		return now > before+6
	})
	if !flags.Bool("cart", ada, false) || flags.Err() == nil {
		t.Error("flags answer on, and Err says why they are stale")
	}
	codes := map[string]int{}
	for _, event := range heard.all("error") {
		codes[event.err.Message]++
	}
	for message, times := range codes {
		if times > 1 {
			t.Errorf("%q was told %d times", message, times)
		}
	}
	service.set(func() { service.status = 200 })
	until(t, "it is ready again", func() bool { return flags.Status() == StatusReady && flags.Err() == nil })
}

func TestStreamsThatEndInOrderAreHadAgain(t *testing.T) {
	service := openDelivery(t)
	service.publish(1, bundleJSON(1, map[string]string{"cart": flagJSON("boolean", false)}), "")
	flags := open(t, Options{URL: service.URL})
	flags.Ready(t.Context())
	service.publish(2, bundleJSON(2, map[string]string{"cart": flagJSON("boolean", true)}), "")
	service.endStreams()
	until(t, "the next stream brings what changed", func() bool { return flags.Bool("cart", ada, false) })
}

func TestWhereThereAreNoStreamsFlagsArePolled(t *testing.T) {
	service := openDelivery(t)
	service.publish(1, bundleJSON(1, map[string]string{"cart": flagJSON("boolean", false)}), "")
	service.set(func() {
		service.answer = func(w http.ResponseWriter, r *http.Request) bool {
			if r.URL.Path != "/v1/stream" {
				return false
			}
			w.Header().Set("Content-Type", "text/html")
			return true
		}
	})
	flags := open(t, Options{URL: service.URL})
	if !flags.Ready(t.Context()) {
		t.Fatal("not ready")
	}
	service.publish(2, bundleJSON(2, map[string]string{"cart": flagJSON("boolean", true)}), "")
	until(t, "asking brings what changed", func() bool { return flags.Bool("cart", ada, false) })
	service.set(func() {
		for _, request := range service.requests {
			if request.Header.Get("If-None-Match") == `"1"` && request.URL.Query().Get("from") == "1" {
				return
			}
		}
		t.Error("nobody said what is known")
	})
}

func TestARefusedKeyEndsTheWaitAndIsTriedAgain(t *testing.T) {
	service := openDelivery(t)
	service.publish(1, bundleJSON(1, map[string]string{"cart": flagJSON("boolean", true)}), "")
	service.set(func() { service.status = 401 })
	heard := &heard{}
	flags := open(t, Options{URL: service.URL, Listener: heard.listener(), Timing: quick})
	if flags.Ready(t.Context()) {
		t.Error("ready with a refused key")
	}
	until(t, "it is told", func() bool { return len(heard.all("error")) == 1 })
	if err := heard.all("error")[0].err; err.Code != ErrorKeyRefused {
		t.Errorf("told: %v", err)
	}
	service.set(func() { service.status = 200 })
	until(t, "a key that works again is used", func() bool { return flags.Bool("cart", ada, false) })
}

func TestTheCacheHasFlagsWhileTheServiceIsAway(t *testing.T) {
	service := openDelivery(t)
	service.publish(1, bundleJSON(1, map[string]string{"cart": flagJSON("boolean", false)}), "")
	path := filepath.Join(t.TempDir(), "folder", "flags.json")
	flags := open(t, Options{URL: service.URL, Cache: FileCache(path)})
	flags.Ready(t.Context())
	service.publish(2, bundleJSON(2, nil), patchMessage(1, 2, map[string]string{"cart": flagJSON("boolean", true)}))
	until(t, "the patch arrives", func() bool { return flags.Bool("cart", ada, false) })
	if err := flags.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("the cache's file: %v, %v", info, err)
	}
	service.set(func() { service.status = 503 })
	again := open(t, Options{URL: service.URL, Cache: FileCache(path)})
	if !again.Ready(t.Context()) || !again.Bool("cart", ada, false) {
		t.Error("the cache's flags do not answer")
	}
	until(t, "it is stale", func() bool { return again.Status() == StatusStale })
	if others, _ := filepath.Glob(path + ".*"); len(others) > 0 {
		t.Errorf("left beside the cache: %v", others)
	}
}

func TestHalfACacheIsToldAndReplaced(t *testing.T) {
	service := openDelivery(t)
	service.publish(1, bundleJSON(1, map[string]string{"cart": flagJSON("boolean", true)}), "")
	path := filepath.Join(t.TempDir(), "flags.json")
	if err := os.WriteFile(path, []byte(`{"revision":1,"fl`), 0o600); err != nil {
		t.Fatal(err)
	}
	var told bytes.Buffer
	flags := open(t, Options{URL: service.URL, Cache: FileCache(path), Logger: loggerTo(&told)})
	flags.Ready(t.Context())
	if err := flags.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(told.String(), "code=BAD_ANSWER") {
		t.Errorf("logged: %s", told.String())
	}
	if text, _ := os.ReadFile(path); !strings.Contains(string(text), `"cart"`) {
		t.Errorf("kept: %s", text)
	}
}

func TestAFlagThatCannotBeReadHarmsNoOther(t *testing.T) {
	deep := strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000)
	text := fmt.Sprintf(`{"format":2,"environmentId":"env_1","revision":1,"flags":{"deep":{"id":"flag_1","type":"json","config":{"version":1,"enabled":true,"defaultValue":%s,"rules":[]}},"odd":{"id":"flag_2","type":"colour"},"cart":%s}}`, deep, flagJSON("boolean", true))
	service := openDelivery(t)
	service.publish(1, text, "")
	var told bytes.Buffer
	flags := open(t, Options{URL: service.URL, Logger: loggerTo(&told)})
	flags.Ready(t.Context())
	if !flags.Bool("cart", ada, false) {
		t.Error("the other flag does not answer")
	}
	for _, key := range []string{"deep", "odd"} {
		if details := flags.AnyDetails(key, ada, nil); details.Error != ErrorGeneral {
			t.Errorf("%s: %+v", key, details)
		}
	}
	if err := flags.Close(t.Context()); err != nil || strings.Count(told.String(), "cannot be read") != 2 {
		t.Errorf("logged: %s", told.String())
	}
}

func TestAStreamMayBeCompressed(t *testing.T) {
	service := openDelivery(t)
	next := make(chan string)
	service.set(func() {
		service.answer = func(w http.ResponseWriter, r *http.Request) bool {
			if r.URL.Path != "/v1/stream" || r.Header.Get("Accept-Encoding") != "gzip" {
				return false
			}
			w.Header().Set("Content-Type", "text/event-stream")
			w.Header().Set("Content-Encoding", "gzip")
			packed := gzip.NewWriter(w)
			for {
				select {
				case text := <-next:
					_, _ = packed.Write([]byte(text))
					_ = packed.Flush()
					w.(http.Flusher).Flush()
				case <-r.Context().Done():
					return true
				}
			}
		}
	})
	flags := open(t, Options{URL: service.URL})
	next <- ":\n\n"
	next <- "id: 1\nevent: bundle\ndata: " + bundleJSON(1, map[string]string{"cart": flagJSON("boolean", false)}) + "\n\n"
	if !flags.Ready(t.Context()) {
		t.Fatal("not ready")
	}
	next <- patchMessage(1, 2, map[string]string{"cart": flagJSON("boolean", true)})
	until(t, "the patch arrives while the stream is open", func() bool { return flags.Bool("cart", ada, false) })
}

func TestAPatchIsSeenWholeOrNotAtAll(t *testing.T) {
	service := openDelivery(t)
	both := func(value bool) map[string]string {
		return map[string]string{"one": flagJSON("boolean", value), "other": flagJSON("boolean", value)}
	}
	service.publish(1, bundleJSON(1, both(false)), "")
	flags := open(t, Options{URL: service.URL})
	flags.Ready(t.Context())
	done := make(chan struct{})
	var asking sync.WaitGroup
	for range 4 {
		asking.Go(func() {
			for {
				// With a single processor, let the patches run.
				runtime.Gosched()
				all := flags.All(ada)
				if all["one"].Value != all["other"].Value || all["one"].Value == nil {
					t.Errorf("half a patch was seen: %v", all)
					return
				}
				select {
				case <-done:
					return
				default:
				}
			}
		})
	}
	for revision := 2; revision <= 30; revision++ {
		service.publish(revision, bundleJSON(revision, both(revision%2 == 0)), patchMessage(revision-1, revision, both(revision%2 == 0)))
		until(t, "the patch arrives", func() bool { now, _ := flags.Revision(); return now == int64(revision) })
	}
	close(done)
	asking.Wait()
}

type replaced struct{}

func (replaced) RoundTrip(*http.Request) (*http.Response, error) { return nil, http.ErrNotSupported }

func TestAProgramMayReplaceItsTransport(t *testing.T) {
	usual := http.DefaultTransport
	http.DefaultTransport = replaced{}
	t.Cleanup(func() { http.DefaultTransport = usual })
	service := openDelivery(t)
	service.publish(1, bundleJSON(1, map[string]string{"cart": flagJSON("boolean", true)}), "")
	flags := open(t, Options{URL: service.URL})
	if !flags.Ready(t.Context()) || !flags.Bool("cart", ada, false) {
		t.Error("the flags are not there")
	}
}

func TestCloseLeavesNoGoroutine(t *testing.T) {
	before := runtime.NumGoroutine()
	service := openDelivery(t)
	service.publish(1, bundleJSON(1, map[string]string{"cart": flagJSON("boolean", true)}), "")
	flags := open(t, Options{URL: service.URL, Telemetry: &Telemetry{URL: service.URL}, Cache: FileCache(filepath.Join(t.TempDir(), "flags.json"))})
	flags.Ready(t.Context())
	for range 2 {
		if err := flags.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if flags.Status() != StatusClosed || !flags.Bool("cart", ada, false) || !flags.Ready(t.Context()) {
		t.Error("flags answer on after they are closed")
	}
	service.CloseClientConnections()
	service.Close()
	until(t, "all goroutines end", func() bool { return runtime.NumGoroutine() <= before })
}

func TestCloseDuringTheStart(t *testing.T) {
	service := openDelivery(t)
	service.set(func() {
		service.answer = func(_ http.ResponseWriter, r *http.Request) bool {
			<-r.Context().Done()
			return true
		}
	})
	flags := open(t, Options{URL: service.URL})
	waiting := make(chan bool)
	go func() { waiting <- flags.Ready(context.Background()) }()
	if err := flags.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if <-waiting {
		t.Error("ready without flags")
	}
}

func TestAListenerThatPanicsHarmsNobody(t *testing.T) {
	fixed := Fixed(map[string]any{"cart": true})
	heard := &heard{}
	fixed.Listen(Listener{Changed: func([]string) { panic("oh no") }})
	fixed.Listen(heard.listener())
	fixed.Set("cart", false)
	if len(heard.all("changed")) != 1 || len(heard.all("error")) != 1 || heard.all("error")[0].err.Code != ErrorListener {
		t.Errorf("heard: %+v", heard.events)
	}
}
