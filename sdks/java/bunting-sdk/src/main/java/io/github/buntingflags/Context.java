package io.github.buntingflags;

import io.github.buntingflags.internal.engine.evaluate.AttributeTable;
import java.util.Collections;
import java.util.Map;

/**
 * Whom a flag is evaluated for. It never changes: {@link #with} makes another.
 *
 * <p>Attributes are texts, numbers, booleans, enums, UUIDs, instants, or up to 100 of these in a collection or an array. One
 * that is null or anything else counts as missing.
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
     * Nobody in particular.
     *
     * @return a context without a user and without attributes
     */
    public static Context empty() {
        return EMPTY;
    }

    /**
     * Somebody.
     *
     * @param userId stable, so that somebody in a rollout stays in it
     * @return a context of this user
     */
    public static Context user(String userId) {
        return new Context(userId, null, null, AttributeTable.EMPTY);
    }

    /**
     * Somebody who is not signed in.
     *
     * @param anonymousId stands in for the user's id
     * @return a context of this visitor
     */
    public static Context anonymous(String anonymousId) {
        return new Context(null, anonymousId, null, AttributeTable.EMPTY);
    }

    /**
     * With one more attribute.
     *
     * @param name the attribute's
     * @param value what rules compare
     * @return another context
     */
    public Context with(String name, Object value) {
        return new Context(userId, anonymousId, proxyCountry, AttributeTable.with(attributes, name, value));
    }

    /**
     * With more attributes, which are copied.
     *
     * @param more by their names
     * @return another context
     */
    public Context with(Map<String, ?> more) {
        if (more == null) return this;
        return new Context(userId, anonymousId, proxyCountry, AttributeTable.with(attributes, more));
    }

    /**
     * With an id that stands in where there is no user.
     *
     * @param id stable for a visitor
     * @return another context
     */
    public Context withAnonymousId(String id) {
        return new Context(userId, id, proxyCountry, attributes);
    }

    /**
     * With what a proxy that you trust said of the caller's country. Conditions on the country read it where the attribute is
     * missing.
     *
     * @param country two letters
     * @return another context
     */
    public Context withProxyCountry(String country) {
        return new Context(userId, anonymousId, country, attributes);
    }

    /**
     * The user's id.
     *
     * @return null where there is none
     */
    public String userId() {
        return userId;
    }

    /**
     * The id that stands in for the user's.
     *
     * @return null where there is none
     */
    public String anonymousId() {
        return anonymousId;
    }

    /**
     * What a proxy said of the caller's country.
     *
     * @return null where it said nothing
     */
    public String proxyCountry() {
        return proxyCountry;
    }

    /**
     * One attribute.
     *
     * @param name the attribute's
     * @return null where it is missing
     */
    public Object attribute(String name) {
        return name == null ? null : AttributeTable.find(attributes, name);
    }

    /**
     * All attributes.
     *
     * @return by their names; it cannot be changed
     */
    public Map<String, Object> attributes() {
        return Collections.unmodifiableMap(AttributeTable.toMap(attributes));
    }

    /**
     * What rollouts draw by: the user, or who stands in.
     *
     * @return null where there is nobody
     */
    public String unit() {
        return unit;
    }

    @Override
    public String toString() {
        return "Context[userId=" + userId + ", anonymousId=" + anonymousId + ", attributes=" + attributes() + "]";
    }
}
