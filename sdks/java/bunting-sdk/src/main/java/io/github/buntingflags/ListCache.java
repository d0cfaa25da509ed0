package io.github.buntingflags;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * Stores large lists by id. If a {@link Cache} implements this too, lists need not be fetched again at the next start.
 */
public interface ListCache {
    /** Writes the bytes of a list. */
    interface Content {
        /**
         * Writes all bytes.
         *
         * @param out the stream to write to; the cache closes it
         * @throws IOException if the stream cannot be written to
         */
        void writeTo(OutputStream out) throws IOException;
    }

    /**
     * Opens the list that was written last.
     *
     * @param list the list's id
     * @return the bytes, which the SDK closes; null if there are none
     * @throws IOException if the list cannot be read; the SDK reports the error and continues without it
     */
    InputStream readList(String list) throws IOException;

    /**
     * Stores a list in place of the previous one.
     *
     * @param list the list's id
     * @param content writes the bytes of the list
     * @throws IOException if the list cannot be written; the SDK reports the error and continues
     */
    void writeList(String list, Content content) throws IOException;

    /**
     * Removes a list.
     *
     * @param list the list's id
     * @throws IOException if the list cannot be removed; the SDK reports the error and continues
     */
    void removeList(String list) throws IOException;
}
