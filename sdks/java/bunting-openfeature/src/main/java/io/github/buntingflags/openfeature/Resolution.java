package io.github.buntingflags.openfeature;

import dev.openfeature.sdk.ErrorCode;
import dev.openfeature.sdk.ImmutableMetadata;
import dev.openfeature.sdk.ProviderEvaluation;
import dev.openfeature.sdk.Reason;
import io.github.buntingflags.Context;
import io.github.buntingflags.Details;
import io.github.buntingflags.EvaluationError;
import io.github.buntingflags.Flags;

/** Converts Bunting's details to OpenFeature's evaluations. */
final class Resolution {
    private final Flags flags;

    Resolution(Flags flags) {
        this.flags = flags;
    }

    <T> ProviderEvaluation<T> of(Details<?> details, T value, T fallback, Context context) {
        ProviderEvaluation<T> answer = new ProviderEvaluation<>();
        answer.setFlagMetadata(metadataOf(details, context));
        if (details.error() != null) {
            answer.setValue(fallback);
            answer.setReason(Reason.ERROR.toString());
            answer.setErrorCode(codeOf(details.error()));
            answer.setErrorMessage(messageOf(details.error()));
            return answer;
        }
        answer.setValue(value);
        answer.setReason(reasonOf(details).toString());
        answer.setVariant(details.variant() != null ? details.variant() : variantOf(value));
        return answer;
    }

    /**
     * Returns the metadata that OpenFeature's hooks report with an evaluation, under the names of its specification
     * (appendix D). All values are strings.
     */
    private ImmutableMetadata metadataOf(Details<?> details, Context context) {
        ImmutableMetadata.ImmutableMetadataBuilder metadata = ImmutableMetadata.builder();
        flags.environmentId().ifPresent(id -> metadata.addString("flagSetId", id));
        if (context.userId() != null) metadata.addString("contextId", context.userId());
        if (details.ruleId() != null) metadata.addString("ruleId", details.ruleId());
        if (details.version() != 0) metadata.addString("version", Long.toString(details.version()));
        return metadata.build();
    }

    private static Reason reasonOf(Details<?> details) {
        return switch (details.reason()) {
            case RULE_MATCH -> Reason.TARGETING_MATCH;
            case ROLLOUT -> Reason.SPLIT;
            case DISABLED -> Reason.DISABLED;
            case DEFAULT -> details.isStatic() ? Reason.STATIC : Reason.DEFAULT;
            case FLAG_NOT_FOUND, ERROR -> Reason.ERROR;
        };
    }

    private static ErrorCode codeOf(EvaluationError error) {
        return switch (error) {
            case FLAG_NOT_FOUND -> ErrorCode.FLAG_NOT_FOUND;
            case TYPE_MISMATCH -> ErrorCode.TYPE_MISMATCH;
            case NOT_READY -> ErrorCode.PROVIDER_NOT_READY;
            case GENERAL -> ErrorCode.GENERAL;
        };
    }

    private static String messageOf(EvaluationError error) {
        return switch (error) {
            case FLAG_NOT_FOUND -> "There is no such flag in this environment.";
            case TYPE_MISMATCH -> "The flag is of another type.";
            case NOT_READY -> "There are no flags yet.";
            case GENERAL -> "The flag could not be evaluated for this context.";
        };
    }

    /** Boolean flags have no variants of their own; by OpenFeature's convention they are called on and off. */
    private static String variantOf(Object value) {
        if (!(value instanceof Boolean is)) return null;
        return is ? "on" : "off";
    }
}
