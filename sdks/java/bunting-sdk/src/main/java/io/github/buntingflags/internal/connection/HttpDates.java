package io.github.buntingflags.internal.connection;

import io.github.buntingflags.internal.http.Answer;
import java.time.DateTimeException;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;

/** Reads the dates in the headers of a response. */
public final class HttpDates {
    private static final long MAX_RETRY_AFTER_MS = 60_000;

    private HttpDates() {}

    /** Returns the wait that `Retry-After` asks for, in seconds or as a date; 0 without one. */
    public static long retryAfterMs(Answer answer) {
        String asked = answer.header("retry-after");
        double ms = asked.endsWith("GMT") ? read(asked) - sentAtMs(answer) : secondsIn(asked) * 1_000;
        return ms > 0 ? (long) Math.min(ms, MAX_RETRY_AFTER_MS) : 0;
    }

    private static double secondsIn(String text) {
        return text.matches("[0-9]{1,15}(\\.[0-9]{1,15})?") ? Double.parseDouble(text) : 0;
    }

    /** Returns when the response was sent, by the clock that its `Retry-After` uses. */
    private static double sentAtMs(Answer answer) {
        double sent = read(answer.header("date"));
        return Double.isNaN(sent) ? System.currentTimeMillis() : sent;
    }

    /** Returns NaN if it is not a date. */
    static double read(String date) {
        try {
            return ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant()
                    .toEpochMilli();
        } catch (DateTimeException bad) {
            return Double.NaN;
        }
    }
}
