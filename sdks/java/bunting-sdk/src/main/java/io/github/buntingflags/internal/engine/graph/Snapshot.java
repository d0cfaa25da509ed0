package io.github.buntingflags.internal.engine.graph;

import io.github.buntingflags.internal.engine.evaluate.CompiledFlag;
import io.github.buntingflags.internal.engine.evaluate.Experiment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The flags of a bundle at one revision. Immutable: the next snapshot shares all unchanged pages, so the cost of an
 * update depends only on the size of the change.
 */
public final class Snapshot {
    private static final int PAGES = 256;
    private static final CompiledFlag[] EMPTY = new CompiledFlag[1];

    static final Snapshot NONE = new Snapshot(emptyPages());

    /** Hash tables of flags by key, each at most half full. */
    private final CompiledFlag[][] pages;

    private volatile List<CompiledFlag> all;
    private volatile Experiments experiments;

    /** The running experiments: the attributes that they split by, and the events that expose. */
    public record Experiments(Set<String> attributes, Set<String> events) {}

    private Snapshot(CompiledFlag[][] pages) {
        this.pages = pages;
    }

    private static CompiledFlag[][] emptyPages() {
        CompiledFlag[][] pages = new CompiledFlag[PAGES][];
        Arrays.fill(pages, EMPTY);
        return pages;
    }

    /** Returns null if the flag does not exist. */
    public CompiledFlag find(String key) {
        int hash = hashOf(key);
        CompiledFlag[] page = pages[hash & PAGES - 1];
        for (int at = hash >>> 8 & page.length - 1; ; at = at + 1 & page.length - 1) {
            CompiledFlag flag = page[at];
            // `equals` compares identity, too. But if every key is a literal, the JVM can leave out the call this
            // way, and has more registers for the rest of the evaluation.
            if (flag == null || flag.key == key || flag.key.equals(key)) return flag;
        }
    }

    /** Returns the running experiments of these flags. */
    public Experiments experiments() {
        Experiments known = experiments;
        if (known != null) return known;
        Set<String> attributes = new HashSet<>();
        Set<String> events = new HashSet<>();
        for (CompiledFlag[] page : pages) {
            for (CompiledFlag flag : page) {
                if (flag == null || flag.isBroken || flag.meta.experiment() == null) continue;
                Experiment running = flag.meta.experiment();
                if (running.attribute() != null)
                    attributes.add(running.attribute().name());
                if (running.event() != null) events.add(running.event());
            }
        }
        experiments = new Experiments(attributes, events);
        return experiments;
    }

    /** Returns all flags, in the order of their keys. */
    public List<CompiledFlag> all() {
        List<CompiledFlag> known = all;
        if (known != null) return known;
        List<CompiledFlag> found = new ArrayList<>();
        for (CompiledFlag[] page : pages) for (CompiledFlag flag : page) if (flag != null) found.add(flag);
        found.sort(Comparator.comparing(flag -> flag.key));
        all = List.copyOf(found);
        return all;
    }

    /** Copies only pages with changes. A null flag is removed. */
    Snapshot with(Map<String, CompiledFlag> changed) {
        CompiledFlag[][] next = pages.clone();
        List<List<CompiledFlag>> flagsOf = new ArrayList<>(Collections.nCopies(PAGES, null));
        changed.forEach((key, flag) -> {
            int at = hashOf(key) & PAGES - 1;
            List<CompiledFlag> flags = flagsOf.get(at);
            if (flags == null) flagsOf.set(at, flags = flagsIn(next[at]));
            flags.removeIf(each -> each.key.equals(key));
            if (flag != null) flags.add(flag);
        });
        for (int at = 0; at < PAGES; at++) if (flagsOf.get(at) != null) next[at] = pageOf(flagsOf.get(at));
        return new Snapshot(next);
    }

    private static List<CompiledFlag> flagsIn(CompiledFlag[] page) {
        List<CompiledFlag> flags = new ArrayList<>();
        for (CompiledFlag flag : page) if (flag != null) flags.add(flag);
        return flags;
    }

    private static CompiledFlag[] pageOf(List<CompiledFlag> flags) {
        CompiledFlag[] page = new CompiledFlag[Integer.highestOneBit(Math.max(1, flags.size())) * 4];
        for (CompiledFlag flag : flags) {
            int at = hashOf(flag.key) >>> 8 & page.length - 1;
            while (page[at] != null) at = at + 1 & page.length - 1;
            page[at] = flag;
        }
        return page;
    }

    private static int hashOf(String key) {
        int hash = key.hashCode() * 0x9e3779b9;
        return hash ^ hash >>> 15;
    }
}
