package io.github.buntingflags;

/**
 * An answer with its reasons.
 *
 * @param <T> the type of the answer
 * @param value what the flag says, or the fallback
 * @param reason why
 * @param variant the key of the variant; null where there is none
 * @param ruleId the id of the rule that matched; null where none did
 * @param prerequisite the flag that this one needs and that does not answer what it has to, so that this one is off; null
 *     where there is none
 * @param version that of the flag's config; 0 where the value is the fallback
 * @param isStatic whether the flag has no rules, so that everybody is answered alike
 * @param error why the value is the fallback; null where it is not
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
