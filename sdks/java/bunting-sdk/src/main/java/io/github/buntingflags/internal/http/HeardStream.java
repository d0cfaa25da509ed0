package io.github.buntingflags.internal.http;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Calls back whenever bytes arrive. */
final class HeardStream extends FilterInputStream {
    private final Runnable onHeard;

    HeardStream(InputStream in, Runnable onHeard) {
        super(in);
        this.onHeard = onHeard;
    }

    @Override
    public int read() throws IOException {
        int read = in.read();
        if (read >= 0) onHeard.run();
        return read;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        int count = in.read(into, from, length);
        if (count > 0) onHeard.run();
        return count;
    }
}
