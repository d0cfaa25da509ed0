package io.github.buntingflags;

import java.io.IOException;

/** Keeps the last bundle beyond the end of the process. {@link FileCache} has one for files. */
public interface Cache {
    /**
     * What was written last.
     *
     * @return null where there is nothing
     * @throws IOException where it cannot be read, which is told and costs nothing else
     */
    String read() throws IOException;

    /**
     * Keeps a bundle in place of the one before.
     *
     * @param bundle as the service would send it
     * @throws IOException where it cannot be kept, which is told and costs nothing else
     */
    void write(String bundle) throws IOException;
}
