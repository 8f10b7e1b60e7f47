#!/usr/bin/env node
import { runCloud } from './run-cloud.js'

await runCloud()
