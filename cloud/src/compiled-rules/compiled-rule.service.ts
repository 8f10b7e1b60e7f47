export { createJudgeLoop, createJudgementLoop } from './judge-loops.js'
