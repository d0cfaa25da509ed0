package io.github.buntingflags;

import io.github.buntingflags.internal.engine.evaluate.AttributeTable;
import java.util.Collections;
import java.util.Map;

/**
 * The user and attributes that a flag is evaluated for. A context is immutable: {@link #with} returns a new one.
 *
 * <p>An attribute is a string, number, boolean, enum, UUID or {@link java.time.Instant}, or a collection or array of up
 * to 100 of these. A null or a value of any other type counts as missing.
 */
public final class Context {
    static {
        AttributeTable.read(context -> context.attributes);
    }

    private static final Context EMPTY = new Context(null, null, null, AttributeTable.EMPTY);

    private final String userId;
    private final String anonymousId;
    private final String proxyCountry;
    /** See {@link AttributeTable}. */
    private final Object[] attributes;

    private final String unit;

    private Context(String userId, String anonymousId, String proxyCountry, Object[] attributes) {
        this.userId = userId;
        this.anonymousId = anonymousId;
        this.proxyCountry = proxyCountry;
        this.attributes = attributes;
        String anonymous = anonymousId == null || anonymousId.isEmpty() ? null : anonymousId;
        unit = userId == null || userId.isEmpty() ? anonymous : userId;
    }

    /**
     * Returns a context without a user and without attributes.
     *
     * @return the empty context
     */
    public static Context empty() {
        return EMPTY;
    }

    /**
     * Returns a context for a user.
     *
     * @param userId the user's id; keep it stable, so that a user in a rollout stays in it
     * @return a context for this user
     */
    public static Context user(String userId) {
        return new Context(userId, null, null, AttributeTable.EMPTY);
    }

    /**
     * Returns a context for a visitor who is not signed in.
     *
     * @param anonymousId the id that is used in place of a user id; keep it stable for a visitor
     * @return a context for this visitor
     */
    public static Context anonymous(String anonymousId) {
        return new Context(null, anonymousId, null, AttributeTable.EMPTY);
    }

    /**
     * Returns a copy with one more attribute.
     *
     * @param name the attribute's name
     * @param value the value that rules compare
     * @return a new context
     */
    public Context with(String name, Object value) {
        return new Context(userId, anonymousId, proxyCountry, AttributeTable.with(attributes, name, value));
    }

    /**
     * Returns a copy with more attributes.
     *
     * @param more the attributes by name; the map is copied, and may be null
     * @return a new context
     */
    public Context with(Map<String, ?> more) {
        if (more == null) return this;
        return new Context(userId, anonymousId, proxyCountry, AttributeTable.with(attributes, more));
    }

    /**
     * Returns a copy with an anonymous id, which is used if there is no user id.
     *
     * @param id the anonymous id; keep it stable for a visitor
     * @return a new context
     */
    public Context withAnonymousId(String id) {
        return new Context(userId, id, proxyCountry, attributes);
    }

    /**
     * Returns a copy with the caller's country as reported by a proxy that you trust. Conditions on the country use it
     * if the attribute is missing.
     *
     * @param country the two-letter country code
     * @return a new context
     */
    public Context withProxyCountry(String country) {
        return new Context(userId, anonymousId, country, attributes);
    }

    /**
     * Returns the user's id.
     *
     * @return the id, or null if there is none
     */
    public String userId() {
        return userId;
    }

    /**
     * Returns the anonymous id.
     *
     * @return the id, or null if there is none
     */
    public String anonymousId() {
        return anonymousId;
    }

    /**
     * Returns the caller's country as reported by a proxy.
     *
     * @return the two-letter country code, or null if there is none
     */
    public String proxyCountry() {
        return proxyCountry;
    }

    /**
     * Returns an attribute.
     *
     * @param name the attribute's name
     * @return the value, or null if the attribute is missing
     */
    public Object attribute(String name) {
        return name == null ? null : AttributeTable.find(attributes, name);
    }

    /**
     * Returns all attributes.
     *
     * @return an unmodifiable map of the attributes by name
     */
    public Map<String, Object> attributes() {
        return Collections.unmodifiableMap(AttributeTable.toMap(attributes));
    }

    /**
     * Returns the id that rollouts use to assign a variant: the user id, or else the anonymous id.
     *
     * @return the id, or null if there is neither
     */
    public String unit() {
        return unit;
    }

    @Override
    public String toString() {
        return "Context[userId=" + userId + ", anonymousId=" + anonymousId + ", attributes=" + attributes() + "]";
    }
}
