// Before anything is painted: the colours that the reader has chosen, and a mark that scripts run.
const root = document.documentElement;
root.classList.add('js');
try {
  const chosen = localStorage.getItem('guide-theme');
  if (chosen === 'dark' || chosen === 'light') root.dataset['theme'] = chosen;
} catch {
  // Without storage the system decides.
}
