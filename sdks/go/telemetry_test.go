package bunting

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"
)

func TestEvaluationsAreToldExactly(t *testing.T) {
	service := openDelivery(t)
	service.publish(1, bundleJSON(1, map[string]string{"cart": flagJSON("boolean", true), "limits": flagJSON("json", map[string]any{"perMinute": 5})}), "")
	flags := open(t, Options{URL: service.URL, Telemetry: &Telemetry{URL: service.URL + "/"}})
	flags.Ready(t.Context())
	var asking sync.WaitGroup
	for range 16 {
		asking.Go(func() {
			for range 5_000 {
				flags.Bool("cart", ada, false)
			}
		})
	}
	asking.Wait()
	flags.String("cart", ada, "")
	flags.AnyDetails("limits", ada, nil)
	flags.Bool("nothing", ada, false)
	if err := flags.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	counts := map[string]float64{}
	for _, event := range service.told() {
		counts[fmt.Sprint(event["flagKey"], event["value"], event["reason"])] += event["count"].(float64)
		if event["environmentId"] != "env_1" || event["sdkType"] != "server" || event["sdkVersion"] != "go-"+Version {
			t.Errorf("told: %v", event)
		}
	}
	want := map[string]float64{
		"carttrueDEFAULT": 80_000, "cart<nil>ERROR": 1, "limits{\"perMinute\":5}DEFAULT": 1, "nothing<nil>FLAG_NOT_FOUND": 1,
	}
	if fmt.Sprint(counts) != fmt.Sprint(want) {
		t.Errorf("counted %v, want %v", counts, want)
	}
}

func TestABatchWhoseAnswerIsLostIsSentAgainAsItWas(t *testing.T) {
	service := openDelivery(t)
	service.publish(1, bundleJSON(1, map[string]string{"cart": flagJSON("boolean", true)}), "")
	answers := make(chan int, 3)
	answers <- 503
	answers <- 429
	answers <- 500
	service.set(func() {
		service.answer = func(w http.ResponseWriter, r *http.Request) bool {
			if r.URL.Path != "/v1/telemetry/events" {
				return false
			}
			select {
			case status := <-answers:
				service.take(r)
				w.WriteHeader(status)
				return true
			default:
				return false
			}
		}
	})
	flags := open(t, Options{URL: service.URL, Telemetry: &Telemetry{URL: service.URL, FlushEvery: time.Hour}})
	flags.Ready(t.Context())
	flags.Bool("cart", ada, false)
	for range 4 {
		flags.Flush(t.Context())
		flags.Bool("cart", ada, false)
	}
	var keys, bodies []string
	service.set(func() { keys, bodies = service.keys, service.bodies })
	// The second batch of the last flush has the counts added in the meantime.
	if len(keys) != 5 || keys[0] != keys[3] || bodies[0] != bodies[3] || keys[3] == keys[4] {
		t.Errorf("sent %v %v", keys, bodies)
	}
}

func TestClosingCutsNoRequestOff(t *testing.T) {
	service := openDelivery(t)
	isAsked, mayAnswer := make(chan struct{}), make(chan struct{})
	var once sync.Once
	service.set(func() {
		service.answer = func(_ http.ResponseWriter, r *http.Request) bool {
			if r.URL.Path == "/v1/telemetry/events" {
				once.Do(func() {
					close(isAsked)
					<-mayAnswer
				})
			}
			return false
		}
	})
	bootstrap := []byte(bundleJSON(1, map[string]string{"cart": flagJSON("boolean", true)}))
	flags := open(t, Options{Bootstrap: bootstrap, Telemetry: &Telemetry{URL: service.URL, FlushEvery: time.Millisecond}})
	flags.Bool("cart", ada, false)
	<-isAsked
	closed := make(chan error)
	go func() { closed <- flags.Close(context.Background()) }()
	until(t, "it is closing", func() bool { return flags.Status() == StatusClosed })
	close(mayAnswer)
	if err := <-closed; err != nil || len(service.told()) != 1 {
		t.Errorf("told %v, %v", service.told(), err)
	}
}

func TestARefusedBatchIsDroppedAndTold(t *testing.T) {
	service := openDelivery(t)
	service.publish(1, bundleJSON(1, map[string]string{"cart": flagJSON("boolean", true)}), "")
	service.set(func() {
		service.answer = func(w http.ResponseWriter, r *http.Request) bool {
			if r.URL.Path != "/v1/telemetry/events" {
				return false
			}
			w.WriteHeader(422)
			return true
		}
	})
	heard := &heard{}
	flags := open(t, Options{URL: service.URL, Listener: heard.listener(), Telemetry: &Telemetry{URL: service.URL, FlushEvery: time.Hour}})
	flags.Ready(t.Context())
	flags.Bool("cart", ada, false)
	flags.Flush(t.Context())
	flags.Flush(t.Context())
	if errs := heard.all("error"); len(errs) != 1 || errs[0].err.Code != ErrorTelemetry {
		t.Errorf("told: %+v", errs)
	}
}

func TestUnknownFlagsAreCountedUpToABound(t *testing.T) {
	unknown := newUnknownFlags()
	for at := range maxUnknown {
		unknown.of(fmt.Sprint("key-", at))
	}
	if unknown.of("one more") != unknown.others || unknown.of("key-7") == unknown.others {
		t.Error("the bound does not hold")
	}
}

func TestABatchHasItsBounds(t *testing.T) {
	var tally tally
	outcome := unknownFlag("busy")
	outcome.Count.Store(2*maxCount + 5)
	tally.waiting = append(tally.waiting, outcome)
	for at := range 2 * maxEvents {
		tally.count(unknownFlag(fmt.Sprintf("key-%d-%s", at, make([]byte, 300))))
	}
	var sum int64
	for {
		batch := tally.take("env_1", time.Now())
		if batch == nil {
			break
		}
		if size := len(batch.body()); size > maxBytes {
			t.Errorf("a body of %d bytes", size)
		}
		sum += batch.items
	}
	if sum != 2*maxCount+5+2*maxEvents {
		t.Errorf("%d evaluations", sum)
	}
}

func TestEventsAreDatedByTheServicesClock(t *testing.T) {
	var clock clock
	there := time.Now().Add(-time.Hour)
	clock.hear(http.Header{"Date": {there.UTC().Format(http.TimeFormat)}})
	if off := clock.now().Sub(there).Abs(); off > time.Minute {
		t.Errorf("off by %v", off)
	}
}
