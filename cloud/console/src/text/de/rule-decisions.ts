import type { ruleDecisions as english } from '../en/rule-decisions.js'

/** What a rule said of each event, and who was told. */
export const ruleDecisions: typeof english = {
  toVerdicts: 'Was sie zu jedem Ereignis sagte',
  verdictsOf: (rule) => `${rule}: Urteile`,
  theRule: 'Die Regel',
  whichVerdicts: 'Welche Urteile',
  verdicts: { all: 'Alle', match: 'Passte', doubtful: 'Im Zweifel', no_match: 'Passte nicht' },
  noVerdicts:
    'Sie hat noch nichts gesagt. Urteile sind von Regeln, die entscheiden, sobald ein Ereignis angesehen wurde.',
  noVerdictOfEvent:
    'Sie hat zu diesem Ereignis kein Urteil geschrieben: sie meldet sofort, sie hat noch nichts beurteilt, oder das Ereignis wurde nicht angesehen.',
  whyOfEvent: 'Warum Ihnen das Ereignis gemeldet wurde oder nicht',
  verdictsOfEvent: 'Was sie zu einem Ereignis sagte, Lauf für Lauf.',
  allVerdicts: 'Zu allen Ereignissen',
  judgeIsAsked: 'Der Prüfer wird gefragt',
  whatWasFound: 'Was jede Bedingung fand',
  held: { yes: 'Erfüllt:', no: 'Nicht erfüllt:', doubtful: 'Nicht bekannt:' },
  followed: {
    pending: 'Noch nichts',
    alert: 'Sie hat gemeldet',
    alert_stands: 'Sie hatte dieses Ereignis schon gemeldet',
    cooldown: 'Nicht gemeldet: zu nah am Alarm davor',
    held_back: 'Nicht gemeldet: keine große Sache',
    no_alert: 'Niemandem gemeldet',
  },
  decidedBy: {
    predicate: 'entschieden durch ihre Bedingungen',
    judge: 'entschieden durch den Prüfer',
    budget: 'das Budget des Prüfers war aufgebraucht',
    unavailable: 'der Prüfer war nicht zu fragen',
  },

  toldTitle: 'Wem gemeldet wurde',
  toldSays:
    'Was aus jedem Alarm wurde: gemeldet, zusammengefasst, zurückgehalten, nicht gesendet, und durch welche Einstellung.',
  anyRule: 'Jede Regel',
  noneTold: 'Noch wurde niemandem etwas gemeldet.',
  toldFailed: 'Die Entscheidungen waren nicht zu lesen.',
  outcomes: {
    sent: 'gemeldet',
    waiting: 'wird gemeldet',
    merged: 'mit anderen gemeldet',
    held_back: 'nicht gemeldet',
    failed: 'nicht erreicht',
  },
  outcomeCount: (count, outcome) => `${count} ${outcome}`,
  decisions: 'Wem, und warum',
  everybody: 'Alle',
  bySetting: (name, whose) => `${name} (${whose})`,
  origins: {
    service: 'der Dienst',
    organisation: 'die Organisation',
    rule: 'die Regel',
    camera: 'die Kamera',
    user: 'der Mensch',
  },
  onlyFirst: 'Die ersten hundert stehen hier.',
}
