package io.github.buntingflags.internal.bundle;

import io.github.buntingflags.internal.engine.graph.FlagGraph;
import io.github.buntingflags.internal.engine.graph.FlagGraph.Change;
import io.github.buntingflags.internal.engine.graph.FlagGraph.Changed;
import io.github.buntingflags.internal.engine.lists.LargeList;
import io.github.buntingflags.internal.engine.values.Numbers;
import io.github.buntingflags.internal.engine.values.SameValue;
import io.github.buntingflags.internal.json.BadJson;
import io.github.buntingflags.internal.json.Json;
import io.github.buntingflags.internal.json.JsonText;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * A bundle that is updated in place, entirely or not at all. An update recompiles only what it affects. It is not
 * thread-safe; its snapshots are.
 */
final class LiveBundle {
    private final Map<String, String> flags = new HashMap<>();
    private final Map<String, String> segments = new HashMap<>();
    private final FlagGraph graph = new FlagGraph(named -> this.lists == null ? null : this.lists.find(named));
    private Bundle.Head head;
    /** Null if large lists are not fetched. */
    private Lists lists;

    private Consumer<String> onList;

    /** Fetches large lists. `came` is called with each segment whose list is loaded. */
    void follow(Lists fetched, Consumer<String> came) {
        lists = fetched;
        onList = came;
    }

    boolean isHeld(String flagKey) {
        return graph.isHeld(flagKey);
    }

    /** Returns the flags with a list that has been loaded; null if no segment waits for it any more. */
    Changed takeList(String segment) {
        if (!graph.isWaiting(segment)) return null;
        Change change = new Change(Map.of(), Map.of(segment, segments.get(segment)));
        return graph.change(change, FlagGraph.isKnownFormat(head.format()));
    }

    private void followLists() {
        if (lists == null) return;
        Map<String, LargeList> named = graph.lists();
        lists.keepOnly(named.values().stream().map(LargeList::list).collect(Collectors.toSet()));
        named.forEach((segment, large) -> {
            if (graph.isWaiting(segment)) lists.want(large, () -> onList.accept(segment));
        });
    }

    Bundle.Head head() {
        return head;
    }

    /**
     * Returns the flags after the replacement, and the keys of those that were added, changed or removed, or depend on
     * something that was.
     */
    Changed replace(Bundle next) {
        boolean isKnown = FlagGraph.isKnownFormat(next.head().format());
        boolean isReadOtherwise = head != null && isKnown != FlagGraph.isKnownFormat(head.format());
        Map<String, String> changed = differenceOf(flags, next.flags(), isReadOtherwise);
        return take(next.head(), new Change(changed, differenceOf(segments, next.segments(), false)));
    }

    /** Returns null for a patch of another revision than the one held. */
    Changed patch(Bundle patch) {
        boolean fits = patch.from() == head.revision()
                && Objects.equals(patch.head().environmentId(), head.environmentId())
                && Objects.equals(patch.head().format(), head.format());
        if (!fits) return null;
        double revision = patch.head().revision();
        Change change = new Change(saidIn(flags, patch.flags()), saidIn(segments, patch.segments()));
        return take(head.at(revision, Numbers.textOf(revision)), change);
    }

    private Changed take(Bundle.Head next, Change change) {
        Changed changed = graph.change(change, FlagGraph.isKnownFormat(next.format()));
        change.flags().forEach((key, raw) -> put(flags, key, raw));
        change.segments().forEach((key, raw) -> put(segments, key, raw));
        head = next;
        followLists();
        return changed;
    }

    private static void put(Map<String, String> into, String key, String raw) {
        if (raw == null) into.remove(key);
        else into.put(key, raw);
    }

    /** Returns the whole bundle, as the service would send it. */
    String text() {
        StringBuilder text = new StringBuilder("{");
        head.others().forEach((name, raw) -> {
            writeMember(text, name, raw);
            text.append(',');
        });
        text.append("\"flags\":");
        writeObject(text, flags);
        text.append(",\"segments\":");
        writeObject(text, segments);
        return text.append('}').toString();
    }

    private static void writeObject(StringBuilder to, Map<String, String> members) {
        char before = '{';
        for (Map.Entry<String, String> member : members.entrySet()) {
            to.append(before);
            before = ',';
            writeMember(to, member.getKey(), member.getValue());
        }
        to.append(before == '{' ? "{}" : "}");
    }

    private static void writeMember(StringBuilder to, String name, String raw) {
        JsonText.quote(to, name);
        to.append(':').append(raw);
    }

    /** Returns the difference between two bundles; null values are removals. */
    private static Map<String, String> differenceOf(
            Map<String, String> before, Map<String, String> after, boolean isEverything) {
        Map<String, String> said = new HashMap<>();
        after.forEach((key, raw) -> {
            String known = before.get(key);
            if (isEverything || known == null || !isSameJson(known, raw)) said.put(key, raw);
        });
        for (String key : before.keySet()) if (!after.containsKey(key)) said.put(key, null);
        return said;
    }

    /** Returns the entries of a patch that change something; null values are removals. */
    private static Map<String, String> saidIn(Map<String, String> before, Map<String, String> patch) {
        Map<String, String> said = new HashMap<>();
        patch.forEach((key, raw) -> {
            String known = before.get(key);
            if (raw.equals("null")) {
                if (known != null) said.put(key, null);
            } else if (known == null || !isSameJson(known, raw)) {
                said.put(key, raw);
            }
        });
        return said;
    }

    private static boolean isSameJson(String one, String other) {
        if (one.equals(other)) return true;
        try {
            return SameValue.test(Json.read(one), Json.read(other));
        } catch (BadJson bad) {
            return false;
        }
    }
}
