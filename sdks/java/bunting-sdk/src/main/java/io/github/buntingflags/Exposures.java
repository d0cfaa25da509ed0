package io.github.buntingflags;

import io.github.buntingflags.internal.engine.evaluate.Attribute;
import io.github.buntingflags.internal.engine.evaluate.Experiment;
import io.github.buntingflags.internal.engine.evaluate.Outcome;
import io.github.buntingflags.internal.engine.graph.Snapshot;
import io.github.buntingflags.internal.telemetry.Tracked;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Reports exposures and events. It never throws: the caller gets its value in any case. */
final class Exposures {
    private final Tracked tracked;

    /**
     * The attributes that experiments split by. Those of ended experiments are kept: events of their units count until
     * their windows close.
     */
    private final Set<String> splitBy = ConcurrentHashMap.newKeySet();

    Exposures(Tracked tracked) {
        this.tracked = tracked;
    }

    /** Reports the exposures of an evaluated flag, and of the flags that it needs. */
    void expose(Outcome outcome, Context asked) {
        Context context = asked == null ? Context.empty() : asked;
        try {
            outcome.flag.forEachNeeded(context, needed -> exposeOne(needed, context));
            exposeOne(outcome, context);
        } catch (Exception | LinkageError | AssertionError | StackOverflowError thrown) {
            // An attribute's own methods may throw.
        }
    }

    private void exposeOne(Outcome outcome, Context context) {
        Experiment experiment = outcome.flag.meta.experiment();
        String unit = experiment == null ? null : experiment.exposedUnit(outcome.details, context);
        if (unit == null || !tracked.isFirst(outcome.flag.key, experiment.ruleId(), unit)) return;
        tracked.expose(outcome.flag.key, experiment.ruleId(), outcome.details.variant(), cutFor(experiment, context));
    }

    private Map<String, Object> cutFor(Experiment experiment, Context context) {
        if (experiment.attribute() == null) return cut(context, Set.of(), true);
        String name = experiment.attribute().name();
        splitBy.add(name);
        return cut(context, Set.of(name), false);
    }

    /**
     * Sends the whole context with an event that exposes, because flags are evaluated for it. Other events carry only
     * the ids of the unit.
     */
    void track(String name, Context asked, Double value, Snapshot snapshot) {
        Context context = asked == null ? Context.empty() : asked;
        try {
            Set<String> names = splitBy;
            if (snapshot != null) {
                Snapshot.Experiments running = snapshot.experiments();
                splitBy.addAll(running.attributes());
                if (name != null && running.events().contains(name))
                    names = context.attributes().keySet();
            }
            tracked.track(name, cut(context, names, true), value);
        } catch (Exception | LinkageError | AssertionError | StackOverflowError thrown) {
            // A context that cannot be read cannot be sent.
        }
    }

    /** Returns the parts of a context that have these names, and nothing else. */
    private static Map<String, Object> cut(Context context, Set<String> names, boolean withUser) {
        Map<String, Object> cut = new LinkedHashMap<>();
        if (context.userId() != null && (withUser || names.contains("userId"))) cut.put("userId", context.userId());
        if (context.anonymousId() != null && (withUser || names.contains("anonymousId"))) {
            cut.put("anonymousId", context.anonymousId());
        }
        Map<String, Object> attributes = new LinkedHashMap<>();
        for (String name : names) {
            Object value = cut.containsKey(name) ? null : Attribute.plainOf(context.attribute(name));
            if (value != null) attributes.put(name, value);
        }
        if (!attributes.isEmpty()) cut.put("attributes", attributes);
        return cut;
    }
}
