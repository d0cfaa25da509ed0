package io.github.buntingflags.internal.engine.evaluate;

import io.github.buntingflags.Context;
import java.util.IdentityHashMap;
import java.util.Map;

/** The results of one evaluation, in which every separate flag or segment is computed once. */
final class Memo {
    private final Map<Node, Step> answers = new IdentityHashMap<>();

    boolean has(Node node) {
        return answers.containsKey(node);
    }

    /** Returns the end step for a context. */
    Step ask(Node node, Context context) {
        Step known = answers.get(node);
        if (known != null) return known;
        Step answer = Program.run(node.entry, context, this);
        answers.put(node, answer);
        return answer;
    }
}
