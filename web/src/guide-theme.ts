// Runs before the first paint: applies the chosen theme, and sets a class that shows that scripts run.
const root = document.documentElement;
root.classList.add('js');
try {
  const chosen = localStorage.getItem('guide-theme');
  if (chosen === 'dark' || chosen === 'light') root.dataset['theme'] = chosen;
} catch {
  // The browser refuses storage, so the system's theme applies.
}
