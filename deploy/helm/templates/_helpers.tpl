{{- /* The release's name, with the chart's name in it. */ -}}
{{- define "countersign.name" -}}
{{- if contains "countersign" .Release.Name -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-countersign" .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "countersign.labels" -}}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
app.kubernetes.io/name: countersign
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end -}}

{{- define "countersign.image" -}}
{{ .Values.image.repository }}:{{ default .Chart.AppVersion .Values.image.tag }}
{{- end -}}

{{- /* Pods are replaced when a setting or a file of the configuration changes. */ -}}
{{- define "countersign.checksum" -}}
{{ printf "%s%s" (toJson .Values.settings) (toJson .Values.configuration) | sha256sum }}
{{- end -}}

{{- /* The settings as variables of a container. */ -}}
{{- define "countersign.settings" -}}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end -}}
{{- end -}}

{{- define "countersign.configurationMount" -}}
{{- if .Values.configuration }}
- name: configuration
  mountPath: /etc/countersign
  readOnly: true
{{- end -}}
{{- end -}}

{{- define "countersign.configuration" -}}
{{- if .Values.configuration }}
- name: configuration
  configMap:
    name: {{ include "countersign.name" . }}-configuration
{{- end -}}
{{- end -}}
