// Tabs: one is in the order of the focus, arrow keys choose among them.

export class Tabs {
  private readonly tabs: HTMLElement[];

  constructor(
    list: HTMLElement,
    private readonly chosen: (id: string) => void,
  ) {
    this.tabs = [...list.querySelectorAll<HTMLElement>('[role=tab]')];
    this.tabs.forEach((tab) => tab.addEventListener('click', () => this.choose(tab)));
    list.addEventListener('keydown', (event) => this.key(event));
    this.select(this.tabs[0]!);
  }

  get current(): string {
    return this.tabs.find((tab) => tab.getAttribute('aria-selected') === 'true')!.id;
  }

  private choose(chosen: HTMLElement): void {
    this.select(chosen);
    this.chosen(chosen.id);
  }

  private select(chosen: HTMLElement): void {
    for (const tab of this.tabs) {
      const isChosen = tab === chosen;
      tab.setAttribute('aria-selected', String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
      document.getElementById(tab.getAttribute('aria-controls')!)!.hidden = !isChosen;
    }
  }

  private key(event: KeyboardEvent): void {
    const at = this.tabs.indexOf(document.activeElement as HTMLElement);
    const moves: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: this.tabs.length - 1 };
    const next = moves[event.key];
    if (at === -1 || next === undefined) return;
    event.preventDefault();
    const tab = this.tabs[(next + this.tabs.length) % this.tabs.length]!;
    this.choose(tab);
    tab.focus();
  }
}
