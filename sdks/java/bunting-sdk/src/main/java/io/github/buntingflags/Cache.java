package io.github.buntingflags;

import java.io.IOException;

/** Persists the last bundle across restarts of the process. {@link FileCache} stores it in a file. */
public interface Cache {
    /**
     * Returns the bundle that was written last.
     *
     * @return the bundle, or null if there is none
     * @throws IOException if it cannot be read; the SDK reports the error and continues without it
     */
    String read() throws IOException;

    /**
     * Stores a bundle in place of the previous one.
     *
     * @param bundle the bundle, as the service would send it
     * @throws IOException if it cannot be written; the SDK reports the error and continues
     */
    void write(String bundle) throws IOException;
}
