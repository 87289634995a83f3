// Elements as text: enough of a document for `element`.

class FakeElement {
  readonly children: (FakeElement | string)[] = [];
  readonly attributes: string[] = [];
  constructor(readonly tag: string) {}
  append(...children: (FakeElement | string)[]): void {
    this.children.push(...children);
  }
  setAttribute(name: string, value: string): void {
    if (name === 'href') this.attributes.push(` href="${value}"`);
  }
  toggleAttribute(): void {}
  addEventListener(): void {}
  toString(): string {
    return `<${this.tag}${this.attributes.join('')}>${this.children.join('')}</${this.tag}>`;
  }
}
Object.assign(globalThis, { document: { createElement: (tag: string) => new FakeElement(tag), createTextNode: (text: string) => text } });
export {};
