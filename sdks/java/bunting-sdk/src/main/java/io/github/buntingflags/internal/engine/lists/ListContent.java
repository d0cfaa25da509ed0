package io.github.buntingflags.internal.engine.lists;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The content of a list's bytes: a whole list, for which `from` is 0 and `removed` empty, or the change from another
 * version.
 */
public record ListContent(long from, long version, HashList added, HashList removed) {
    private static final byte[] MAGIC = {'B', 'L', 'S', 'T', 1, 0, 0, 0};
    private static final int HEAD_SIZE = 40;
    private static final long MAX_VERSION = (1L << 53) - 1;

    /**
     * Reads at most `most` added and `most` removed hashes. Memory is not reserved for more, whatever the header
     * claims.
     */
    public static ListContent read(InputStream in, long most) throws IOException {
        byte[] magic = in.readNBytes(MAGIC.length);
        if (!Arrays.equals(magic, MAGIC)) throw new IOException("these are not the bytes of a list");
        ByteBuffer head = ByteBuffer.wrap(whole(in, HEAD_SIZE - MAGIC.length));
        long from = versionIn(head);
        long version = versionIn(head);
        int added = countIn(head, most);
        int removed = countIn(head, most);
        ListContent content = new ListContent(from, version, hashes(in, added), hashes(in, removed));
        if (in.read() >= 0) throw new IOException("there are more bytes than its head says");
        return content;
    }

    private static long versionIn(ByteBuffer head) throws IOException {
        long version = head.getLong();
        if (version < 0 || version > MAX_VERSION) throw new IOException("its versions are too large");
        return version;
    }

    private static int countIn(ByteBuffer head, long most) throws IOException {
        long count = head.getLong();
        if (count < 0 || count > most || count > Integer.MAX_VALUE - 8) throw new IOException("it has too many hashes");
        return (int) count;
    }

    private static byte[] whole(InputStream in, int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) throw new IOException("its bytes break off");
        return bytes;
    }

    private static HashList hashes(InputStream in, int count) throws IOException {
        long[] hashes = new long[count];
        byte[] part = new byte[8 * Math.min(count, HashList.PER_PART)];
        for (int at = 0; at < count; ) {
            int length = Math.min(part.length, 8 * (count - at));
            if (in.readNBytes(part, 0, length) < length) throw new IOException("its bytes break off");
            ByteBuffer read = ByteBuffer.wrap(part, 0, length);
            for (; read.hasRemaining(); at++) {
                hashes[at] = read.getLong();
                if (at > 0 && Long.compareUnsigned(hashes[at - 1], hashes[at]) >= 0) {
                    throw new IOException("its hashes are not in order");
                }
            }
        }
        return new HashList(hashes);
    }

    /** Writes a whole list. */
    public static void write(OutputStream out, long version, HashList list) throws IOException {
        ByteBuffer head = ByteBuffer.allocate(HEAD_SIZE).put(MAGIC).putLong(0).putLong(version);
        out.write(head.putLong(list.size()).putLong(0).array());
        ByteBuffer part = ByteBuffer.allocate(8 * Math.min(list.size(), HashList.PER_PART));
        for (int at = 0; at < list.size(); ) {
            at = list.fill(part, at);
            out.write(part.array(), 0, part.limit());
        }
    }

    /**
     * Returns the next version of a list; null if this is not a change of it, because it adds a hash that is present or
     * removes one that is not.
     */
    public HashList appliedTo(HashList base) {
        long size = (long) base.size() + added.size() - removed.size();
        if (size < 0) return null;
        long[] next = new long[(int) size];
        int from = 0;
        int to = 0;
        for (int nextAdded = 0, nextRemoved = 0; nextAdded < added.size() || nextRemoved < removed.size(); ) {
            boolean isAdded = isAddedNext(nextAdded, nextRemoved);
            long hash = isAdded ? added.hashes[nextAdded++] : removed.hashes[nextRemoved++];
            int place = base.placeOf(hash);
            boolean isThere = place < base.size() && base.hashes[place] == hash;
            int end = to + place - from + (isAdded ? 1 : 0);
            if (isThere == isAdded || place < from || end > size) return null;
            System.arraycopy(base.hashes, from, next, to, place - from);
            to = end;
            from = isAdded ? place : place + 1;
            if (isAdded) next[to - 1] = hash;
        }
        if (to + base.size() - from != size) return null;
        System.arraycopy(base.hashes, from, next, to, base.size() - from);
        return new HashList(next);
    }

    private boolean isAddedNext(int nextAdded, int nextRemoved) {
        if (nextAdded == added.size() || nextRemoved == removed.size()) return nextAdded < added.size();
        return Long.compareUnsigned(added.hashes[nextAdded], removed.hashes[nextRemoved]) < 0;
    }
}
