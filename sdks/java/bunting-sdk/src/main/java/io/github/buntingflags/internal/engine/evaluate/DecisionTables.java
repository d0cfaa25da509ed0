package io.github.buntingflags.internal.engine.evaluate;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Creates the decision tables of a finished program. */
final class DecisionTables {
    /** The most cells of all tables of a program: they should stay in the processor's cache. */
    private static final int MAX_CELLS = 512;

    /** The most tests that a table may replace, so that a program of thousands compiles quickly, too. */
    private static final int MAX_TESTS = 128;

    private final ArrayDeque<Step> heads = new ArrayDeque<>();
    private int cellsLeft = MAX_CELLS;

    private DecisionTables() {}

    /** Adds a table at the start of each run of tests: at the entry, and after each step that no table can replace. */
    static void addTo(Step entry, List<Step> steps) {
        DecisionTables tables = new DecisionTables();
        tables.addFrom(entry);
        // In reverse, because a program is built from its end.
        for (int at = steps.size() - 1; at >= 0; at--) {
            Step step = steps.get(at);
            if (Classes.areKnownOf(step)) continue;
            if (step.targets != null) for (Step target : step.targets) tables.addFrom(target);
            tables.addFrom(step.yes);
            tables.addFrom(step.no);
        }
    }

    private void addFrom(Step first) {
        heads.add(first);
        while (!heads.isEmpty()) {
            Step head = heads.poll();
            if (head.table != null || !Classes.areKnownOf(head)) continue;
            Draft draft = new Draft(head, cellsLeft);
            if (draft.tests.isEmpty()) continue;
            head.table = draft.table();
            if (head.table == null) continue;
            cellsLeft -= draft.cells;
            // Tests that did not fit may begin a table of their own.
            heads.addAll(draft.leaves);
        }
    }

    /** A table under construction. */
    private static final class Draft {
        private final Step head;
        private final Set<Step> tests = new HashSet<>();
        private final Set<Step> leaves = new HashSet<>();
        private final Map<String, Classes> classesOf = new LinkedHashMap<>();
        private int cells = 1;

        Draft(Step head, int maxCells) {
            this.head = head;
            ArrayDeque<Step> open = new ArrayDeque<>(List.of(head));
            while (!open.isEmpty() && tests.size() < MAX_TESTS) {
                Step step = open.poll();
                if (tests.contains(step) || !take(step, maxCells)) continue;
                tests.add(step);
                open.add(step.yes);
                open.add(step.no);
            }
        }

        /**
         * Returns false for a step that cannot be part of the table, or would make it too large: the table leads to it.
         */
        private boolean take(Step step, int maxCells) {
            if (!Classes.areKnownOf(step)) return false;
            Classes known = classesOf.get(step.attribute.name());
            Classes finer = known == null ? Classes.by(step) : known.and(step);
            if (finer == null) return false;
            int others = known == null ? cells : cells / known.count();
            if (others * finer.count() > maxCells) return false;
            cells = others * finer.count();
            classesOf.put(step.attribute.name(), finer);
            return true;
        }

        /** Returns null if a column has no perfect hash. */
        DecisionTable table() {
            Column[] columns = new Column[classesOf.size()];
            Map<String, Object[]> examples = new LinkedHashMap<>();
            int apart = 1;
            int at = 0;
            for (Map.Entry<String, Classes> attribute : classesOf.entrySet()) {
                Classes classes = attribute.getValue();
                columns[at++] = classes.column(attribute.getKey(), apart);
                apart *= classes.count();
                examples.put(attribute.getKey(), classes.examples());
            }
            if (Arrays.asList(columns).contains(null)) return null;
            Step[] found = new Step[cells];
            for (int cell = 0; cell < cells; cell++) {
                found[cell] = leafOf(valuesAt(cell, examples));
                leaves.add(found[cell]);
            }
            return new DecisionTable(columns, found);
        }

        private static Map<String, Object> valuesAt(int cell, Map<String, Object[]> examples) {
            Map<String, Object> values = new LinkedHashMap<>();
            int rest = cell;
            for (Map.Entry<String, Object[]> attribute : examples.entrySet()) {
                Object[] each = attribute.getValue();
                values.put(attribute.getKey(), each[rest % each.length]);
                rest /= each.length;
            }
            return values;
        }

        /** Returns the step that the tests lead to for these values. */
        private Step leafOf(Map<String, Object> values) {
            Step step = head;
            while (tests.contains(step)) {
                step = Classes.holds(step, values.get(step.attribute.name())) ? step.yes : step.no;
            }
            return step;
        }
    }
}
