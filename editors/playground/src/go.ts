// The pane of a Go file: the CRD pane gets what controller-gen would make of its types.
import type { EditorView } from '@codemirror/view';
import type { Finding, GoAnswer } from './answers';
import { byId } from './dom';
import { editor, setText } from './editor';
import { GO, SyncedFile, docOf } from './files';

export interface GoHost {
  ask<Answer>(request: object): Promise<Answer | undefined>;
  showProblem(): boolean;
  changed(): void;
  found(file: SyncedFile, findings: Finding[]): void;
  generated(manifests: string): void;
  trouble(message: string): void;
}

const START = `// +groupName=example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// +kubebuilder:object:root=true
type Oven struct {
	metav1.TypeMeta   \`json:",inline"\`
	metav1.ObjectMeta \`json:"metadata,omitempty"\`

	Spec OvenSpec \`json:"spec"\`
}

type OvenSpec struct {
	// +kubebuilder:validation:Maximum=300
	Degrees int32 \`json:"degrees"\`
}
`;

export class GoPane {
  private readonly file: SyncedFile;
  private made: EditorView | undefined;
  private readonly button = byId('show-go');
  private running = false;

  constructor(
    text: string,
    private readonly host: GoHost,
  ) {
    this.file = new SyncedFile(GO, docOf(text));
    this.button.addEventListener('click', () => {
      this.show(this.button.getAttribute('aria-expanded') === 'false');
      if (this.isShown && this.text === '') setText(this.view, START);
      else void this.generate();
      if (this.isShown) this.view.focus();
    });
    this.show(text !== '');
  }

  /** Made when it is first seen. */
  get view(): EditorView {
    if (this.made !== undefined) return this.made;
    this.made = editor(this.file, {
      label: 'Go type',
      isManifest: false,
      changed: () => {
        this.host.changed();
        void this.generate();
      },
      ask: () => Promise.resolve(undefined),
      showProblem: () => this.host.showProblem(),
    });
    byId('go').append(this.made.dom);
    return this.made;
  }

  /** Empty where the pane is not shown. */
  get shownText(): string {
    return this.isShown ? this.text : '';
  }

  private get text(): string {
    return this.file.doc.toString();
  }

  private get isShown(): boolean {
    return !byId('go-pane').hidden;
  }

  hide(): void {
    this.show(false);
    this.host.found(this.file, []);
  }

  private show(shown: boolean): void {
    byId('go-pane').hidden = !shown;
    if (shown) void this.view;
    this.button.setAttribute('aria-expanded', String(shown));
  }

  /** Makes the CRD of the newest text, one call at a time. */
  async generate(): Promise<void> {
    if (this.running) return;
    this.running = true;
    try {
      for (let doc = undefined as unknown; doc !== this.file.doc; ) {
        doc = this.file.doc;
        const text = this.file.isLong ? '' : this.shownText;
        const answer = text === '' ? { manifests: '', findings: [], unknown: [] } : await this.host.ask<GoAnswer>({ method: 'go', text });
        if (answer === undefined || doc !== this.file.doc) continue;
        this.host.found(this.file, answer.findings);
        this.note(answer);
        if (answer.manifests !== '') this.host.generated(answer.manifests);
      }
    } catch (why) {
      this.host.trouble(why instanceof Error ? why.message : String(why));
    } finally {
      this.running = false;
    }
  }

  private note({ manifests, unknown }: GoAnswer): void {
    const made = manifests === '' ? 'No type has TypeMeta and ObjectMeta, so there is nothing to make a CRD of.' : 'The CRD is what controller-gen makes of this type.';
    const lacks = unknown.length === 0 ? '' : ` Types of other packages accept anything: ${unknown.join(', ')}.`;
    const said = made + lacks;
    const note = byId('go-note');
    if (note.textContent !== said) note.textContent = said;
  }
}
