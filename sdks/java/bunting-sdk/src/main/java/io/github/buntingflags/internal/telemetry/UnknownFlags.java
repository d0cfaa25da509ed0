package io.github.buntingflags.internal.telemetry;

import io.github.buntingflags.internal.engine.evaluate.CompiledFlag;
import io.github.buntingflags.internal.engine.evaluate.Outcome;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Counts evaluations of flags that do not exist. */
public final class UnknownFlags {
    /** Limits memory; further keys are counted together. */
    private static final int MAX_KEYS = 1_000;

    private final Map<String, Outcome> byKey = new ConcurrentHashMap<>();
    private final Outcome others = CompiledFlag.missing("(others)").failure;

    public Outcome of(String key) {
        Outcome known = byKey.get(key);
        if (known != null) return known;
        synchronized (byKey) {
            if (byKey.size() >= MAX_KEYS) return byKey.getOrDefault(key, others);
            return byKey.computeIfAbsent(key, missing -> CompiledFlag.missing(missing).failure);
        }
    }
}
