{{- define "bunting.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 52 | trimSuffix "-" -}}
{{- else -}}
{{- $name := default .Chart.Name .Values.nameOverride -}}
{{- if contains $name .Release.Name -}}
{{- .Release.Name | trunc 52 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name $name | trunc 52 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* Of a part: called with (dict "root" $ "part" "delivery"). */}}
{{- define "bunting.name" -}}
{{ include "bunting.fullname" .root }}-{{ .part }}
{{- end -}}

{{- define "bunting.selectorLabels" -}}
app.kubernetes.io/name: {{ default .root.Chart.Name .root.Values.nameOverride | trunc 63 | trimSuffix "-" }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .part }}
{{- end -}}

{{- define "bunting.labels" -}}
{{ include "bunting.selectorLabels" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- end -}}

{{/* A variable from a Secret, where one is named: (dict "secret" … "variable" …). */}}
{{- define "bunting.secretEnv" -}}
{{- if .secret.name }}
- name: {{ .variable }}
  valueFrom:
    secretKeyRef:
      name: {{ .secret.name | quote }}
      key: {{ .secret.key | quote }}
{{- end -}}
{{- end -}}

{{/* The variables of a part. Delivery gets Redis alone, never the database. */}}
{{- define "bunting.env" -}}
{{- $secrets := .root.Values.secrets -}}
{{- $part := index .root.Values .part -}}
- name: BUNTING_ROLE
  value: {{ .part }}
{{- include "bunting.secretEnv" (dict "secret" $secrets.redisUrl "variable" "REDIS_URL") }}
{{- include "bunting.secretEnv" (dict "secret" $secrets.metricsToken "variable" "BUNTING_METRICS_TOKEN") }}
{{- include "bunting.secretEnv" (dict "secret" $secrets.otlpHeaders "variable" "OTEL_EXPORTER_OTLP_HEADERS") }}
{{- include "bunting.secretEnv" (dict "secret" $secrets.otlpTracesHeaders "variable" "OTEL_EXPORTER_OTLP_TRACES_HEADERS") }}
{{- include "bunting.secretEnv" (dict "secret" $secrets.otlpMetricsHeaders "variable" "OTEL_EXPORTER_OTLP_METRICS_HEADERS") }}
{{- if eq .part "management" }}
{{- include "bunting.secretEnv" (dict "secret" $secrets.databaseUrl "variable" "DATABASE_URL") }}
{{- include "bunting.secretEnv" (dict "secret" $secrets.adminToken "variable" "BUNTING_ADMIN_TOKEN") }}
{{- include "bunting.secretEnv" (dict "secret" $secrets.bootstrapServerKey "variable" "BUNTING_BOOTSTRAP_SERVER_KEY") }}
{{- include "bunting.secretEnv" (dict "secret" $secrets.oauthClientSecret "variable" "BUNTING_OAUTH_CLIENT_SECRET") }}
{{- include "bunting.secretEnv" (dict "secret" $secrets.prometheusToken "variable" "BUNTING_PROMETHEUS_TOKEN") }}
{{- else }}
# A folder of its own in the volume, which it can close to everybody else.
- name: BUNTING_DATA_DIR
  value: /var/lib/bunting/data
{{- end }}
{{- range $name, $value := merge (dict) $part.settings .root.Values.settings }}
- name: {{ $name }}
  value: {{ kindIs "float64" $value | ternary (int64 $value) $value | quote }}
{{- end }}
{{- with $part.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/* What a pod of either part is, but for its volumes. */}}
{{- define "bunting.pod" -}}
{{- $part := index .root.Values .part -}}
serviceAccountName: {{ include "bunting.fullname" .root }}
automountServiceAccountToken: false
# Kubernetes would set BUNTING_MANAGEMENT_PORT=tcp://… and others for our own Services: no settings of ours.
enableServiceLinks: false
terminationGracePeriodSeconds: {{ .root.Values.terminationGracePeriodSeconds }}
securityContext:
  runAsNonRoot: true
  runAsUser: 65532
  runAsGroup: 65532
  fsGroup: 65532
  seccompProfile:
    type: RuntimeDefault
{{- with .root.Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $part.priorityClassName }}
priorityClassName: {{ . | quote }}
{{- end }}
{{- with $part.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $part.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $part.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
topologySpreadConstraints:
  {{- range $key := list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
  - maxSkew: 1
    topologyKey: {{ $key }}
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "bunting.selectorLabels" $ | nindent 8 }}
    matchLabelKeys: [pod-template-hash]
  {{- end }}
containers:
  - name: {{ .part }}
    image: {{ printf "%s:%s" .root.Values.image.repository (default .root.Chart.AppVersion .root.Values.image.tag) | quote }}
    imagePullPolicy: {{ .root.Values.image.pullPolicy }}
    args: [serve]
    env:
      {{- include "bunting.env" . | nindent 6 }}
    ports:
      - name: http
        containerPort: {{ .port }}
        protocol: TCP
    # Migrations of a large database take their time, before anything listens.
    startupProbe:
      httpGet: { path: /healthz, port: http }
      periodSeconds: 2
      timeoutSeconds: 3
      failureThreshold: 150
    livenessProbe:
      httpGet: { path: /healthz, port: http }
      periodSeconds: 10
      timeoutSeconds: 5
      failureThreshold: 6
    readinessProbe:
      httpGet: { path: /readyz, port: http }
      periodSeconds: 5
      timeoutSeconds: 3
      failureThreshold: 2
    lifecycle:
      preStop:
        sleep:
          seconds: {{ .root.Values.preStopSeconds }}
    resources:
      {{- toYaml $part.resources | nindent 6 }}
    securityContext:
      allowPrivilegeEscalation: false
      readOnlyRootFilesystem: true
      capabilities:
        drop: [ALL]
    volumeMounts:
      - name: data
        mountPath: /var/lib/bunting
volumes:
  - name: data
    emptyDir:
      sizeLimit: {{ .dataSize }}
{{- end -}}
