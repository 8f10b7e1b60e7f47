/*
 * Runs before anything of the page is painted: the theme that somebody chose, and whether the frame will stand there (session/
 * known-here.ts). It is no module, which would run too late, so it shares nothing with the others.
 */
{
  const page = document.documentElement.dataset
  try {
    const [, theme] =
      /"theme":"(auto|dark|light)"/.exec(localStorage.getItem('sightline.settings') ?? '') ?? []
    if (theme !== undefined) page['theme'] = theme
    const known = localStorage.getItem('sightline.known')
    if (known !== null) page['known'] = known
  } catch {
    // A browser that keeps nothing for this page.
  }
}
