package io.github.buntingflags;

import io.github.buntingflags.internal.bundle.Bundle;
import io.github.buntingflags.internal.bundle.HeldFlags;
import io.github.buntingflags.internal.bundle.KeptBundle;
import io.github.buntingflags.internal.bundle.KeptLists;
import io.github.buntingflags.internal.bundle.Lists;
import io.github.buntingflags.internal.connection.Failure;
import io.github.buntingflags.internal.connection.Follow;
import io.github.buntingflags.internal.connection.Service;
import io.github.buntingflags.internal.connection.ServiceClock;
import io.github.buntingflags.internal.http.Http;
import io.github.buntingflags.internal.http.Proxies;
import io.github.buntingflags.internal.telemetry.Telemetry;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Connects flags to the service. It runs two threads, one for the stream and one for all other work, and one for each
 * large list while that is fetched.
 */
final class OpenFlags implements Follow.Following {
    private static final double FLUSH_EVERY_MS = 10_000;

    private final HeldFlags held = new HeldFlags(System.getLogger("bunting"));
    private final CountDownLatch closing = new CountDownLatch(1);
    private final AtomicBoolean isClosed = new AtomicBoolean();
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private final ScheduledThreadPoolExecutor work = new ScheduledThreadPoolExecutor(1, this::newWorker);
    private volatile Thread worker;
    private final Http http;
    private final KeptBundle kept;
    private final Lists lists;
    private final Telemetry telemetry;
    private final Thread stream;
    private final Thread hook;
    private final Flags flags;

    OpenFlags(Options options) {
        if (options.listener != null) held.listen(options.listener);
        work.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        Proxies proxies = new Proxies(options.proxies, System.getenv());
        ServiceClock clock = new ServiceClock();
        http = new Http(options.sslContext, proxies);
        kept = new KeptBundle(options.cache, options.timing, work, held::fail);
        // Telemetry has its own client: closing the flags must not cut off a request in flight, or its batch would be
        // sent again.
        telemetry = telemetryOf(options, new Http(options.sslContext, proxies), clock);
        Service service = new Service(options.url, options.key, http, clock, options.timing);
        ListCache listCache = options.cache instanceof ListCache keeps ? keeps : null;
        lists = new Lists(service, new KeptLists(listCache, held::fail), closing, held::fail);
        held.follow(lists);
        flags = new Flags(held, telemetry, this::close);
        hook = options.flushAtExit ? new Thread(this::close, "bunting-exit") : null;
        if (hook != null) Runtime.getRuntime().addShutdownHook(hook);
        if (options.bootstrap != null) begin(options.bootstrap);
        if (options.cache != null) work.execute(this::readKept);
        stream = new Thread(new Follow(service, this, work, closing), "bunting-stream");
        stream.setDaemon(true);
        stream.start();
    }

    private Thread newWorker(Runnable task) {
        Thread thread = new Thread(task, "bunting-work");
        thread.setDaemon(true);
        worker = thread;
        return thread;
    }

    private Telemetry telemetryOf(Options options, Http own, ServiceClock clock) {
        if (options.telemetryUrl == null) return null;
        Telemetry made = new Telemetry(
                options.telemetryUrl, options.key, own, clock, options.timing, held::environmentId, held::fail);
        double usual = FLUSH_EVERY_MS * options.timing;
        long everyMs = Math.max(1, options.flushEvery == null ? (long) usual : options.flushEvery.toMillis());
        work.scheduleWithFixedDelay(made::flush, everyMs, everyMs, TimeUnit.MILLISECONDS);
        return made;
    }

    Flags flags() {
        return flags;
    }

    private void begin(String bootstrap) {
        try {
            held.begin(Bundle.parse(bootstrap));
        } catch (Failure bad) {
            held.fail(new FlagsError(ErrorCode.BAD_ANSWER, "The bootstrap cannot be read: " + bad.getMessage(), bad));
        }
    }

    private void readKept() {
        Bundle bundle = kept.read();
        if (bundle != null) held.begin(bundle);
    }

    @Override
    public boolean sent(String text) throws Failure {
        Bundle sent = Bundle.parseSent(text);
        if (!sent.isPatch()) {
            held.replace(sent);
            kept.keep(() -> text);
            return true;
        }
        if (!held.patch(sent)) return false;
        kept.keep(held::text);
        return true;
    }

    @Override
    public void current() {
        held.current();
    }

    @Override
    public void lost(FlagsError error) {
        held.lost(error);
    }

    private void close() {
        // A second call waits for the first, unless it comes from one of our own threads.
        if (!isClosed.compareAndSet(false, true)) {
            if (!isOwnThread()) done.join();
            return;
        }
        try {
            removeHook();
            held.close();
            closing.countDown();
            lists.stop();
            http.close();
            work.shutdown();
            awaitThreads();
            kept.close();
            if (telemetry != null) telemetry.close();
        } finally {
            done.complete(null);
        }
    }

    private boolean isOwnThread() {
        Thread current = Thread.currentThread();
        return current == stream || current == worker;
    }

    private void removeHook() {
        if (hook == null || Thread.currentThread() == hook) return;
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException shuttingDown) {
            // The hook already runs, and waits for this call.
        }
    }

    /**
     * Waits for the SDK's threads to end. Their requests are cut off, except those of telemetry, which have their own
     * timeout.
     */
    private void awaitThreads() {
        if (isOwnThread()) return;
        try {
            stream.join(Telemetry.TIMEOUT_MS);
            work.awaitTermination(Telemetry.TIMEOUT_MS, TimeUnit.MILLISECONDS);
            lists.join(Telemetry.TIMEOUT_MS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
