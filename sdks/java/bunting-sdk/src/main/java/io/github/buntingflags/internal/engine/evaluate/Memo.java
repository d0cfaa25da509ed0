package io.github.buntingflags.internal.engine.evaluate;

import io.github.buntingflags.Context;
import java.util.IdentityHashMap;
import java.util.Map;

/** What was answered in one evaluation, in which every flag and segment that is asked apart is worked out once. */
final class Memo {
    private final Map<Node, Step> answers = new IdentityHashMap<>();

    boolean has(Node node) {
        return answers.containsKey(node);
    }

    /** The end that a context comes to. */
    Step ask(Node node, Context context) {
        Step known = answers.get(node);
        if (known != null) return known;
        Step answer = Program.run(node.entry, context, this);
        answers.put(node, answer);
        return answer;
    }
}
