/** What a value of the chart stands in the place of, by file of the manifests. Each has to be found. */
const PLACES: Record<string, [text: string, value: string][]> = {
  'api.yaml': [
    ['  replicas: 2\n', '  replicas: {{ .Values.apis }}\n'],
    ['image: lodge:latest', 'image: {{ .Values.image | quote }}'],
    ['secretName: lodge-secrets', 'secretName: {{ .Values.secrets }}'],
  ],
  'worker.yaml': [
    ['  replicas: 2\n', '  replicas: {{ .Values.workers }}\n'],
    ['image: lodge:latest', 'image: {{ .Values.image | quote }}'],
    ['secretName: lodge-secrets', 'secretName: {{ .Values.secrets }}'],
  ],
  'migrate.yaml': [
    // A job cannot be changed: each release has one of its own.
    ['  name: lodge-migrate\n', '  name: lodge-migrate-{{ .Release.Revision }}\n'],
    ['image: lodge:latest', 'image: {{ .Values.image | quote }}'],
    ['secretName: lodge-secrets', 'secretName: {{ .Values.secrets }}'],
    ['secretName: lodge-owner', 'secretName: {{ .Values.ownerSecret }}'],
  ],
  'backup.yaml': [
    ['image: lodge:latest', 'image: {{ .Values.image | quote }}'],
    ['storage: 20Gi', 'storage: {{ .Values.backupStorage }}'],
    ['secretName: lodge-secrets', 'secretName: {{ .Values.secrets }}'],
    ['secretName: lodge-owner', 'secretName: {{ .Values.ownerSecret }}'],
  ],
  'network.yaml': [
    ['ingressClassName: nginx', 'ingressClassName: {{ .Values.ingressClass }}'],
    ['hosts: [lodge.example]', 'hosts: [{{ .Values.host }}]'],
    ['secretName: lodge-tls', 'secretName: {{ .Values.tlsSecret }}'],
    ['host: lodge.example\n', 'host: {{ .Values.host }}\n'],
    ['name: ingress-nginx', 'name: {{ .Values.ingressNamespace }}'],
    ['name: monitoring', 'name: {{ .Values.monitoringNamespace }}'],
  ],
  'autoscaling.yaml': [
    ['minReplicas: 2', 'minReplicas: {{ .Values.apis }}'],
    ['maxReplicas: 4', 'maxReplicas: {{ .Values.mostApis }}'],
  ],
  'settings.yaml': [],
  'namespace.yaml': [],
};

const MADE = '# Made from deploy/kubernetes/base by npm run helm. Not to be changed by hand.\n';

/**
 * The templates of the chart, made from the manifests for kustomize.
 * @throws Error when a manifest is new, or has no place for a value any more
 */
export function helmTemplates(manifests: Map<string, string>): Map<string, string> {
  const templates = new Map<string, string>();
  for (const [file, text] of manifests) {
    const places = PLACES[file];
    if (!places) throw new Error(`The chart does not know ${file}: add it to apps/docs/helm-chart.ts.`);
    templates.set(file, MADE + withValues(file, text, places));
  }
  return templates;
}

function withValues(file: string, text: string, places: [text: string, value: string][]): string {
  let template = text;
  for (const [found, value] of places) {
    if (!template.includes(found)) throw new Error(`${file} has no "${found.trim()}" for ${value.trim()}.`);
    template = template.replace(found, value);
  }
  // Helm makes the namespace of a release.
  if (file === 'namespace.yaml') template = template.slice(template.indexOf('---\n') + 4);
  if (file === 'settings.yaml')
    template = `${template.slice(0, template.indexOf('\ndata:'))}\ndata:\n  {{- toYaml .Values.settings | nindent 2 }}\n`;
  return template.replaceAll(/namespace: lodge(?=\W)/g, 'namespace: {{ .Release.Namespace }}');
}
