package io.github.buntingflags.internal.engine.evaluate;

import io.github.buntingflags.Context;
import java.util.IdentityHashMap;
import java.util.Map;

/** What was answered in one evaluation, in which every flag and segment that is asked apart is worked out once. */
final class Memo {
    private final Map<Node, Integer> answers = new IdentityHashMap<>();

    boolean has(Node node) {
        return answers.containsKey(node);
    }

    int ask(Node node, Context context) {
        Integer known = answers.get(node);
        if (known != null) return known;
        int answer = Program.run(node, context, this);
        answers.put(node, answer);
        return answer;
    }
}
