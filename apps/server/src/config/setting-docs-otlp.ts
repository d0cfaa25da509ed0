/** The texts of docs/settings.md on OpenTelemetry's variables. */
export const otlpDocs = {
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    about: 'A collector that traces and metrics are sent to; `/v1/traces` and `/v1/metrics` are appended.',
  },
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: {
    about: 'Where traces go, taken as it is. Set alone, metrics are not sent.',
  },
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: {
    about: 'Where metrics go, taken as it is. Set alone, traces are not sent.',
  },
  OTEL_SDK_DISABLED: { default: 'false', about: '`true`: as if there were no endpoint.' },
  OTEL_TRACES_EXPORTER: { default: 'otlp', about: '`none` sends no traces.' },
  OTEL_METRICS_EXPORTER: { default: 'otlp', about: '`none` sends no metrics.' },
  OTEL_EXPORTER_OTLP_PROTOCOL: {
    default: 'http/protobuf',
    about: 'How they are sent. `grpc` is refused at the start.',
  },
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: { otherwise: 'as above', about: 'How traces are sent.' },
  OTEL_EXPORTER_OTLP_METRICS_PROTOCOL: { otherwise: 'as above', about: 'How metrics are sent.' },
  OTEL_EXPORTER_OTLP_HEADERS: { about: 'Headers of each request: a collector’s key, for instance.' },
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: { otherwise: 'as above', about: 'Headers with traces.' },
  OTEL_EXPORTER_OTLP_METRICS_HEADERS: { otherwise: 'as above', about: 'Headers with metrics.' },
  OTEL_EXPORTER_OTLP_TIMEOUT: { default: '10000', about: 'Milliseconds for sending once, retries included.' },
  OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: { otherwise: 'as above', about: 'The same for traces.' },
  OTEL_EXPORTER_OTLP_METRICS_TIMEOUT: { otherwise: 'as above', about: 'The same for metrics.' },
  OTEL_EXPORTER_OTLP_COMPRESSION: { default: 'none', about: 'Whether what is sent is compressed.' },
  OTEL_EXPORTER_OTLP_TRACES_COMPRESSION: { otherwise: 'as above', about: 'The same for traces.' },
  OTEL_EXPORTER_OTLP_METRICS_COMPRESSION: { otherwise: 'as above', about: 'The same for metrics.' },
  OTEL_SERVICE_NAME: { otherwise: '`bunting`', about: 'What the service is called in traces and metrics.' },
  OTEL_RESOURCE_ATTRIBUTES: { about: 'Attributes of everything that is sent.' },
  OTEL_TRACES_SAMPLER: {
    default: 'parentbased_always_on',
    about: 'Which requests are traced. With `parentbased_` a caller’s own decision counts.',
  },
  OTEL_TRACES_SAMPLER_ARG: { default: '1', about: 'The share that `traceidratio` samples.' },
  OTEL_BSP_SCHEDULE_DELAY: { default: '5000', about: 'Milliseconds that spans wait before they are sent.' },
  OTEL_BSP_MAX_QUEUE_SIZE: { default: '2048', about: 'Spans that wait at most; further ones are dropped.' },
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: { default: '512', about: 'Spans that are sent at once.' },
  OTEL_METRIC_EXPORT_INTERVAL: { default: '60000', about: 'Milliseconds between metrics.' },
}
