package io.github.buntingflags;

/**
 * The result of an evaluation, and the reason for it.
 *
 * @param <T> the type of the value
 * @param value the flag's value, or the fallback
 * @param reason the reason for the value
 * @param variant the key of the variant; null if there is none
 * @param ruleId the id of the rule that matched; null if none did
 * @param prerequisite the key of the prerequisite that is not met, because of which this flag is off; null if there is
 *     none
 * @param version the version of the flag's config; 0 if the value is the fallback
 * @param isStatic whether the flag has no rules, so that its value is the same for everyone
 * @param error why the value is the fallback; null if it is not
 */
public record Details<T>(
        T value,
        Reason reason,
        String variant,
        String ruleId,
        String prerequisite,
        long version,
        boolean isStatic,
        EvaluationError error) {
    static <T> Details<T> fallback(T fallback, EvaluationError error) {
        Reason reason = error == EvaluationError.FLAG_NOT_FOUND ? Reason.FLAG_NOT_FOUND : Reason.ERROR;
        return new Details<>(fallback, reason, null, null, null, 0, false, error);
    }

    <U> Details<U> withValue(U other) {
        return new Details<>(other, reason, variant, ruleId, prerequisite, version, isStatic, error);
    }

    Details<T> withoutPrerequisite() {
        return new Details<>(value, reason, variant, ruleId, null, version, isStatic, error);
    }
}
