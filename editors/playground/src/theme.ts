// The theme: the system's, or the one that was chosen.
import { byId } from './dom';

const KEY = 'crdls-theme';

export function startTheme(say: (text: string) => void): void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  let chosen = stored();
  const button = byId('theme');
  const apply = (): void => {
    const theme = chosen ?? (system.matches ? 'dark' : 'light');
    document.documentElement.dataset['theme'] = theme;
    button.textContent = theme === 'dark' ? 'Light theme' : 'Dark theme';
  };
  system.addEventListener('change', apply);
  button.addEventListener('click', () => {
    chosen = document.documentElement.dataset['theme'] === 'dark' ? 'light' : 'dark';
    apply();
    try {
      localStorage.setItem(KEY, chosen);
    } catch {
      say('This browser stores nothing for the page, as in private windows: the theme holds until the page is closed.');
    }
  });
  apply();
}

function stored(): string | undefined {
  try {
    const theme = localStorage.getItem(KEY);
    return theme === 'dark' || theme === 'light' ? theme : undefined;
  } catch {
    return undefined;
  }
}
