/**
 * How the player looks. Names of values are those of the console's tokens, which win where a page has them. What lies on a
 * picture keeps its colours in light and dark: a picture does not change with the theme.
 */
export const style = `
:host {
  --_accent: var(--on-picture-accent, #74d8e3);
  --_ink: var(--on-picture, #fff);
  --_ink-2: var(--on-picture-2, #d4d7db);
  --_scrim: var(--scrim, rgb(6 8 10 / 0.72));
  --_alarm: var(--on-picture-alarm, #ff8179);
  --_warn: #f0ba5f;
  --_normal: var(--normal, 160ms);
  display: block;
  position: relative;
  overflow: hidden;
  min-width: 160px;
  aspect-ratio: 16 / 9;
  border-radius: var(--radius-3, 10px);
  background: var(--stage, #000);
  color: var(--_ink);
  font: 420 0.8125rem/1.25rem var(--font, Inter, system-ui, sans-serif);
  font-variant-numeric: tabular-nums;
  -webkit-font-smoothing: antialiased;
  container-type: inline-size;
  outline: none;
}
:host(:fullscreen) { border-radius: 0; aspect-ratio: auto; width: 100vw; height: 100vh }
:host(:focus-visible)::after {
  content: ''; position: absolute; inset: 0; border-radius: inherit; pointer-events: none; z-index: 5;
  box-shadow: inset 0 0 0 2px var(--_accent), inset 0 0 0 4px #000;
}
[hidden], :host([hidden]) { display: none !important }
.stage, .stage > *, .poster { position: absolute; inset: 0; width: 100%; height: 100% }
.stage > *, .poster { object-fit: contain; display: block }
.stage, .poster { transition: filter var(--_normal) ease-out, opacity var(--_normal) ease-out }
:host([data-old]) .stage, .poster { filter: grayscale(1) brightness(0.72) }
/* A canvas without a picture is black. A video is clear, and has to be painted to tell of its first one. */
:host([data-bare]) canvas, :host([data-hidden]) .stage, :host([data-hidden]) .poster { opacity: 0; transition: none }

/* What the page lays over the picture. */
.over { position: absolute; inset: 0; display: block; pointer-events: none }
.top { position: absolute; inset: 0 0 auto 0; display: flex; flex-wrap: wrap; align-items: flex-start; gap: 6px; padding: 10px; pointer-events: none }
.chip {
  display: inline-flex; align-items: center; gap: 7px; max-width: 100%; min-height: 26px; padding: 3px 10px 3px 9px; border-radius: 999px;
  box-sizing: border-box; background: var(--_scrim); color: var(--_ink); font-weight: 550;
}
.note { font-weight: 420; color: var(--_ink-2); border-radius: 13px }
.mark { flex: none; width: 8px; height: 8px; box-sizing: border-box; border-radius: 50%; background: transparent; border: 1.5px solid var(--_ink-2) }
[data-tone='now'] .mark { background: var(--_accent); border-color: var(--_accent) }
[data-tone='warn'] .mark { background: var(--_warn); border-color: var(--_warn); border-radius: 2px }
[data-tone='stop'] .mark { background: var(--_alarm); border-color: var(--_alarm); border-radius: 1px; transform: rotate(45deg) }
[data-tone='wait'] .mark { border-color: var(--_ink-2); border-top-color: transparent; transform: rotate(45deg) }

.centre { position: absolute; inset: 0; display: grid; place-content: center; justify-items: center; gap: 12px; padding: 44px 20px; text-align: center; pointer-events: none }
.sentence {
  margin: 0; max-width: 34ch; padding: 9px 15px; border-radius: 10px; background: var(--_scrim);
  font-size: 0.9375rem; line-height: 1.375rem; font-weight: 480;
}
/* Above what fades in below it. */
.try {
  position: relative; z-index: 1; pointer-events: auto; min-height: 34px; padding: 0 16px; border: 0; border-radius: 7px; background: #f2f3f5; color: #0b0d0f;
  box-sizing: border-box; font: inherit; line-height: 34px; font-weight: 550; text-decoration: none; cursor: pointer;
}
.try:hover { background: #fff }

.bar {
  direction: ltr;
  position: absolute; inset: auto 0 0 0; display: flex; flex-direction: column; padding: 34px 8px 8px;
  background: var(--scrim-fade, linear-gradient(to top, rgb(6 8 10 / 0.86), rgb(6 8 10 / 0.5) 55%, rgb(6 8 10 / 0)));
  opacity: 0; pointer-events: none;
}
/* What fades in over the picture is in nobody's way. */
.bar > * { pointer-events: auto }
:host([data-unplayable]) .bar { display: none }
/* Where a clip is stands there without a pointer; while it plays nothing else lies on the picture. */
:host([data-clip]) .bar { opacity: 1 }
:host(:hover) .bar, :host(:focus-within) .bar, :host(:focus-visible) .bar { opacity: 1 }
.row { display: flex; align-items: center; gap: 2px }
.gap { flex: 1 }
button.tool {
  display: grid; place-items: center; width: 36px; height: 36px; padding: 0; border: 0; border-radius: 7px;
  background: transparent; color: var(--_ink); cursor: pointer;
}
button.tool:hover { background: rgb(255 255 255 / 0.16) }
button.tool:disabled { color: rgb(255 255 255 / 0.42); cursor: default; background: transparent }
svg { width: 21px; height: 21px; fill: none; stroke: currentColor; stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round }
button:focus-visible, a:focus-visible, select:focus-visible, input:focus-visible { outline: 2px solid var(--_accent); outline-offset: 2px; box-shadow: 0 0 0 4px #000 }
.time { padding: 0 8px; white-space: nowrap; color: var(--_ink-2) }
select {
  height: 28px; padding: 0 6px; border: 1px solid rgb(255 255 255 / 0.4); border-radius: 7px; background: rgb(6 8 10 / 0.5); color: var(--_ink);
  font: inherit; font-weight: 550; color-scheme: dark;
}
input[type='range'] { display: block; position: relative; appearance: none; width: calc(100% - 16px); height: 24px; margin: 0 8px; background: transparent; cursor: pointer }
input[type='range']::-webkit-slider-runnable-track { height: 4px; background: transparent }
input[type='range']::-moz-range-track { height: 4px; background: transparent }
input[type='range']::-webkit-slider-thumb { appearance: none; width: 14px; height: 14px; margin-top: -5px; border-radius: 50%; background: #fff; box-shadow: 0 0 0 1px rgb(0 0 0 / 0.4) }
input[type='range']::-moz-range-thumb { width: 14px; height: 14px; border: 0; border-radius: 50%; background: #fff }
/* The thumb goes from half its width to half its width before the end. */
.line { position: relative }
.rail { position: absolute; inset: 10px 8px auto; height: 4px; border-radius: 2px; background: linear-gradient(to right, var(--_accent) var(--done, 0%), rgb(255 255 255 / 0.34) 0) }
.marks { position: absolute; inset: 0 15px; pointer-events: none }
[data-mark] { position: absolute; box-sizing: border-box }
[data-mark='looked'] { top: 1px; width: 5px; height: 5px; margin-left: -2.5px; border-radius: 50%; background: var(--_ink); box-shadow: 0 0 0 1px rgb(0 0 0 / 0.4) }
[data-mark='trigger'] { top: 5px; width: 3px; height: 14px; margin-left: -1.5px; background: var(--_alarm) }
[data-mark='roll'] { top: 9px; height: 6px; background: repeating-linear-gradient(90deg, rgb(6 8 10 / 0.72) 0 2px, transparent 2px 5px) }
@media (hover: hover) {
  :host([data-clip][data-playing]:not(:hover, :focus-within, :focus-visible)) .bar { padding-bottom: 0; background: none }
  :host([data-clip][data-playing]:not(:hover, :focus-within, :focus-visible)) .row { visibility: hidden; height: 0 }
}
.heard { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }

@container (max-width: 420px) {
  .sentence { font-size: 0.8125rem; line-height: 1.25rem }
  .centre { padding: 40px 12px }
  /* What is said above takes more than one line here. */
  .centre:has(> .sentence[hidden]) { align-content: end; padding-bottom: 16px }
  .time { padding: 0 4px }
  select { padding: 0 }
  :host([data-clip]) [data-icon='small'] { display: none }
}
@media (pointer: coarse) {
  .bar { opacity: 1 }
  button.tool { width: 44px; height: 44px }
  .try { min-height: 44px; line-height: 44px }
}
@media (prefers-reduced-motion: reduce) {
  *, :host { transition: none !important }
}
@media (prefers-contrast: more) {
  .chip, .sentence { background: #000; outline: 1px solid var(--_ink-2) }
}
@media (forced-colors: active) {
  .chip, .sentence, .try, button.tool { border: 1px solid }
}
`
