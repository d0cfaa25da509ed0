/** Where Prometheus is, and what opens it. */
export type PrometheusConfig = { url: string; token: string | undefined }
