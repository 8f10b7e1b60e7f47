import {
  type KyselyPlugin,
  type OperationNode,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryResult,
  type RootOperationNode,
  type UnknownRow,
} from 'kysely'
import { tenantTables } from '../tables.js'
import { orgIsBound } from './org-binding.js'

/** A statement on a tenant table that does not say which organisation it means. A defect, never an input error. */
export class OrgMissingError extends Error {
  override readonly name = 'OrgMissingError'
  readonly table: string

  constructor(table: string) {
    super(
      `a query on ${table} must bind its organisation: compare ${table}.${orgColumnOf(table)} with a value`,
    )
    this.table = table
  }
}

const orgColumns: ReadonlyMap<string, string> = new Map(Object.entries(tenantTables))

function orgColumnOf(table: string): string | undefined {
  return orgColumns.get(table)
}

/**
 * Refuses every statement on a tenant table that lacks its organisation, before it reaches the wire.
 * Row-level security would answer such a statement too; this error names the fault to its author.
 */
export class RequireOrgPlugin implements KyselyPlugin {
  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    if (node.kind === 'RawNode') checkRaw(node.sqlFragments)
    else forEachStatement(node, checkStatement)
    return node
  }

  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return result
  }
}

function checkStatement(statement: OperationNode): void {
  const unbound = orgIsBound(statement, orgColumnOf)
  if (unbound !== undefined) throw new OrgMissingError(unbound)
}

const statementKinds = new Set([
  'SelectQueryNode',
  'InsertQueryNode',
  'UpdateQueryNode',
  'DeleteQueryNode',
  'MergeQueryNode',
])

function forEachStatement(node: OperationNode, visit: (statement: OperationNode) => void): void {
  if (statementKinds.has(node.kind)) visit(node)
  for (const child of childrenOf(node)) forEachStatement(child, visit)
}

function childrenOf(node: OperationNode): OperationNode[] {
  return Object.values(node).flatMap((value: unknown) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  )
}

function isNode(value: unknown): value is OperationNode {
  return typeof value === 'object' && value !== null && 'kind' in value && typeof value.kind === 'string'
}

const tableWords = new RegExp(
  `\\b(?:from|join|into|update|using)\\s+"?(${Object.keys(tenantTables).join('|')})\\b`,
  'i',
)
const checkedTexts = new WeakSet<readonly string[]>()

/**
 * Raw SQL cannot be read as a tree: it must at least name the organisation's column. The fragments of a
 * template are one object per place in the code, so each text is read once.
 */
function checkRaw(fragments: readonly string[]): void {
  if (checkedTexts.has(fragments)) return
  const text = fragments.join(' ? ')
  const table = tableWords.exec(text)?.[1]
  if (table !== undefined && !text.includes(orgColumnOf(table.toLowerCase()) ?? 'org_id')) {
    throw new OrgMissingError(table)
  }
  checkedTexts.add(fragments)
}
