package io.github.buntingflags.internal.engine.text;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds any of many texts in one pass (Aho-Corasick). */
final class TextTrie {
    private static final class Node {
        final Map<Character, Node> next = new HashMap<>(2);
        /** The state if no child matches: that of the longest other prefix that ends here. */
        Node fail;

        boolean ends;
    }

    private final Node root = new Node();

    TextTrie(List<String> wanted) {
        for (String text : wanted) {
            Node node = root;
            for (int at = 0; at < text.length(); at++) {
                node = node.next.computeIfAbsent(text.charAt(at), unit -> new Node());
            }
            node.ends = true;
        }
        link();
    }

    /** Links level by level, because each link depends only on shorter ones. */
    private void link() {
        ArrayDeque<Node> queue = new ArrayDeque<>(List.of(root));
        while (!queue.isEmpty()) {
            Node node = queue.remove();
            node.next.forEach((unit, child) -> {
                child.fail = node == root ? root : step(node.fail, unit);
                child.ends |= child.fail.ends;
                queue.add(child);
            });
        }
    }

    private Node step(Node from, char unit) {
        for (Node node = from; ; node = node.fail) {
            Node next = node.next.get(unit);
            if (next != null) return next;
            if (node == root) return root;
        }
    }

    boolean finds(String text) {
        Node node = root;
        for (int at = 0; at < text.length() && !node.ends; at++) node = step(node, text.charAt(at));
        return node.ends;
    }
}
