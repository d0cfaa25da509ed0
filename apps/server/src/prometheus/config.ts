/** The address of Prometheus, and the token for it. */
export type PrometheusConfig = { url: string; token: string | undefined }
