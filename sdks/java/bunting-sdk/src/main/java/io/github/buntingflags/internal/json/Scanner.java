package io.github.buntingflags.internal.json;

import java.util.BitSet;

/** Scans the tokens of a JSON text. */
final class Scanner {
    private final String text;
    private int at;

    Scanner(String text) {
        this.text = text;
    }

    int position() {
        return at;
    }

    char peek() throws BadJson {
        if (at == text.length()) throw new BadJson("the text ends too soon");
        return text.charAt(at);
    }

    void skipBlanks() {
        while (at < text.length()) {
            char next = text.charAt(at);
            if (next != ' ' && next != '\n' && next != '\r' && next != '\t') return;
            at++;
        }
    }

    boolean take(char wanted) {
        if (at == text.length() || text.charAt(at) != wanted) return false;
        at++;
        return true;
    }

    void expect(char wanted) throws BadJson {
        if (!take(wanted)) throw new BadJson("there is no " + wanted + " at " + at);
    }

    void expectEnd() throws BadJson {
        if (at < text.length()) throw new BadJson("there is more at " + at);
    }

    /** Consumes the bracket that opens an object or array. */
    void enter(int depth, int maxDepth) throws BadJson {
        if (depth > maxDepth) throw new BadJson("it is too deep");
        at++;
    }

    void word(String word) throws BadJson {
        if (!text.startsWith(word, at)) throw new BadJson("this is no value, at " + at);
        at += word.length();
    }

    String number() throws BadJson {
        int start = at;
        take('-');
        if (!take('0')) digits();
        if (take('.')) digits();
        if (take('e') || take('E')) {
            if (!take('+')) take('-');
            digits();
        }
        return text.substring(start, at);
    }

    private void digits() throws BadJson {
        int start = at;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') at++;
        if (at == start) throw new BadJson("this is no value, at " + at);
    }

    String string() throws BadJson {
        int start = at + 1;
        boolean hasEscapes = skipString();
        return hasEscapes ? unescaped(start, at - 1) : text.substring(start, at - 1);
    }

    /** Returns whether the string has escapes. */
    private boolean skipString() throws BadJson {
        expect('"');
        boolean hasEscapes = false;
        for (; ; at++) {
            char next = peek();
            if (next == '"') break;
            if (next < ' ') throw new BadJson("a control character is in a text, at " + at);
            if (next == '\\') {
                hasEscapes = true;
                at++;
                skipEscape();
            }
        }
        at++;
        return hasEscapes;
    }

    private void skipEscape() throws BadJson {
        char letter = peek();
        if (letter != 'u') {
            if ("\"\\/bfnrt".indexOf(letter) < 0) throw new BadJson("there is no such escape, at " + at);
            return;
        }
        for (int digit = 0; digit < 4; digit++) {
            at++;
            if (Character.digit(peek(), 16) < 0 || peek() > 'f') throw new BadJson("this is no character, at " + at);
        }
    }

    private String unescaped(int from, int to) {
        StringBuilder plain = new StringBuilder(to - from);
        for (int i = from; i < to; i++) {
            char next = text.charAt(i);
            if (next != '\\') {
                plain.append(next);
                continue;
            }
            char letter = text.charAt(++i);
            if (letter == 'u') {
                plain.append((char) Integer.parseInt(text, i + 1, i + 5, 16));
                i += 4;
            } else {
                int known = "bfnrt".indexOf(letter);
                plain.append(known < 0 ? letter : "\b\f\n\r\t".charAt(known));
            }
        }
        return plain.toString();
    }

    /** Skips a value of any depth, without recursion. */
    void skipValue() throws BadJson {
        BitSet isObject = new BitSet();
        int depth = 0;
        for (; ; ) {
            skipBlanks();
            char next = peek();
            if (next == '{' || next == '[') {
                at++;
                isObject.set(depth++, next == '{');
                skipBlanks();
                if (!take(next == '{' ? '}' : ']')) {
                    if (next == '{') skipName();
                    continue;
                }
                depth--;
            } else {
                skipScalar(next);
            }
            for (; ; ) {
                if (depth == 0) return;
                skipBlanks();
                boolean inObject = isObject.get(depth - 1);
                if (take(',')) {
                    if (inObject) skipName();
                    break;
                }
                expect(inObject ? '}' : ']');
                depth--;
            }
        }
    }

    private void skipName() throws BadJson {
        skipBlanks();
        skipString();
        skipBlanks();
        expect(':');
    }

    private void skipScalar(char first) throws BadJson {
        switch (first) {
            case '"' -> skipString();
            case 't' -> word("true");
            case 'f' -> word("false");
            case 'n' -> word("null");
            default -> number();
        }
    }
}
