package io.github.buntingflags;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** Keeps large lists, each by its id. A {@link Cache} that is one, too, spares the next start from fetching them. */
public interface ListCache {
    /** Writes what is to be kept. */
    interface Content {
        /**
         * Writes all of it.
         *
         * @param out closed by the cache
         * @throws IOException where that cannot be written to
         */
        void writeTo(OutputStream out) throws IOException;
    }

    /**
     * What was written last.
     *
     * @param list the list's id
     * @return null where there is nothing; closed by the SDK
     * @throws IOException where it cannot be read, which is told and costs nothing else
     */
    InputStream readList(String list) throws IOException;

    /**
     * Keeps a list in place of the one before.
     *
     * @param list the list's id
     * @param content what is to be kept
     * @throws IOException where it cannot be kept, which is told and costs nothing else
     */
    void writeList(String list, Content content) throws IOException;

    /**
     * Lets a list go.
     *
     * @param list the list's id
     * @throws IOException where that cannot be done, which is told and costs nothing else
     */
    void removeList(String list) throws IOException;
}
