import type { AnalysisAnswer } from '#cloud/understanding/analysis/prompt/answer-schemas.js'

/** What a model answers that saw a person. */
export const goodAnswer: AnalysisAnswer = {
  summary: 'A person walks to the door and puts down a box.',
  narrative: 'A person comes from the left. The person puts down a box and leaves.',
  tags: ['Person', 'delivery'],
  severity: 'low',
  confidence: 0.9,
  objects: [
    {
      label: 'person',
      count: 1,
      confidence: 0.95,
      picture: 1,
      box: { x: 0.1, y: 0.2, width: 0.3, height: 0.5 },
    },
    { label: 'parcel', count: 1, confidence: 0.7, picture: 1, box: null },
  ],
  faces: [{ picture: 1, box: { x: 0.2, y: 0.2, width: 0.05, height: 0.08 } }],
  evidence: [{ picture: 1, shows: 'A person with a box at the door.' }],
}
