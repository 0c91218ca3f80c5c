// Light and dark: as the system says until the user chooses.
export type Theme = "light" | "dark";

const key = "cuttle-theme";
const system = matchMedia("(prefers-color-scheme: dark)");
const listeners: ((theme: Theme) => void)[] = [];

// Storage may be forbidden for files on disk.
function remembered(): Theme | null {
  try {
    const value = localStorage.getItem(key);
    return value === "light" || value === "dark" ? value : null;
  } catch {
    return null;
  }
}

function remember(theme: Theme): void {
  try {
    localStorage.setItem(key, theme);
  } catch {
    // then the choice lasts as long as the page
  }
}

export function currentTheme(): Theme {
  return document.documentElement.dataset.theme === "dark" ? "dark" : "light";
}

function apply(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  for (const listener of listeners) listener(theme);
}

export function startTheme(): void {
  apply(remembered() ?? (system.matches ? "dark" : "light"));
  system.addEventListener("change", () => {
    if (!remembered()) apply(system.matches ? "dark" : "light");
  });
}

export function toggleTheme(): void {
  const theme = currentTheme() === "dark" ? "light" : "dark";
  remember(theme);
  apply(theme);
}

export function onTheme(listener: (theme: Theme) => void): void {
  listeners.push(listener);
}

/// A colour of the style sheet, for canvases.
export function cssColour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}
