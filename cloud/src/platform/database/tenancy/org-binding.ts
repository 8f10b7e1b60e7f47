import type { OperationNode } from 'kysely'
import {
  AliasNode,
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  DeleteQueryNode,
  IdentifierNode,
  InsertQueryNode,
  OperatorNode,
  ParensNode,
  ReferenceNode,
  SelectQueryNode,
  TableNode,
  UpdateQueryNode,
} from 'kysely'

type OrgColumnOf = (table: string) => string | undefined
/** A tenant table as one statement names it. */
interface Named {
  table: string
  alias: string
  column: string
}
/** `alias.column`, or only a column where the statement has one table. */
interface Reference {
  alias: string | undefined
  column: string
}

/**
 * Says whether a statement binds the organisation of each tenant table that it names itself; statements
 * inside it are asked on their own. Bound is: an insert that gives the column; or, among the conditions
 * that all must hold, an equality of the column with a value, with a bound table's column, or with a
 * statement around this one.
 * @returns the first table that is not bound, or undefined.
 */
export function orgIsBound(statement: OperationNode, orgColumnOf: OrgColumnOf): string | undefined {
  if (InsertQueryNode.is(statement)) return insertUnbound(statement, orgColumnOf)
  const named = namedTables(statement, orgColumnOf)
  if (named.length === 0) return undefined
  const equalities = conditionsOf(statement).flatMap(equalityOf)
  const bound = new Set<string>()
  for (let before = -1; before < bound.size; ) {
    before = bound.size
    for (const table of named) {
      if (equalities.some(([left, right]) => binds([left, right], { table, named, bound })))
        bound.add(table.alias)
    }
  }
  return named.find(({ alias }) => !bound.has(alias))?.table
}

function insertUnbound(insert: InsertQueryNode, orgColumnOf: OrgColumnOf): string | undefined {
  const table = insert.into?.table.identifier.name
  const column = table === undefined ? undefined : orgColumnOf(table)
  if (column === undefined) return undefined
  const given = (insert.columns ?? []).some((node) => node.column.name === column)
  return given ? undefined : table
}

function namedTables(statement: OperationNode, orgColumnOf: OrgColumnOf): Named[] {
  return sourcesOf(statement).flatMap((source) => {
    const node = AliasNode.is(source) ? source.node : source
    if (!TableNode.is(node)) return []
    const table = node.table.identifier.name
    const column = orgColumnOf(table)
    const alias = AliasNode.is(source) && IdentifierNode.is(source.alias) ? source.alias.name : table
    return column === undefined ? [] : [{ table, alias, column }]
  })
}

function sourcesOf(statement: OperationNode): readonly OperationNode[] {
  if (SelectQueryNode.is(statement)) {
    return [...(statement.from?.froms ?? []), ...joinedTables(statement.joins)]
  }
  if (UpdateQueryNode.is(statement)) {
    return [
      ...(statement.table ? [statement.table] : []),
      ...(statement.from?.froms ?? []),
      ...joinedTables(statement.joins),
    ].flatMap((node) => (node.kind === 'ListNode' ? [] : [node]))
  }
  if (DeleteQueryNode.is(statement)) {
    return [...statement.from.froms, ...(statement.using?.tables ?? []), ...joinedTables(statement.joins)]
  }
  return []
}

const joinedTables = (joins: SelectQueryNode['joins']): OperationNode[] =>
  (joins ?? []).map((join) => join.table)

/** The conditions of WHERE and of each join's ON. */
function conditionsOf(statement: OperationNode): OperationNode[] {
  if (!SelectQueryNode.is(statement) && !UpdateQueryNode.is(statement) && !DeleteQueryNode.is(statement)) {
    return []
  }
  const ons = (statement.joins ?? []).flatMap((join) => (join.on ? [join.on.on] : []))
  return [...(statement.where ? [statement.where.where] : []), ...ons].flatMap(conjuncts)
}

/** Splits at AND. What stands under OR or NOT is no condition that always holds. */
function conjuncts(condition: OperationNode): OperationNode[] {
  if (AndNode.is(condition)) return [...conjuncts(condition.left), ...conjuncts(condition.right)]
  if (ParensNode.is(condition)) return conjuncts(condition.node)
  return [condition]
}

function equalityOf(condition: OperationNode): [OperationNode, OperationNode][] {
  if (!BinaryOperationNode.is(condition)) return []
  const { leftOperand, operator, rightOperand } = condition
  if (!OperatorNode.is(operator) || operator.operator !== '=') return []
  return [
    [leftOperand, rightOperand],
    [rightOperand, leftOperand],
  ]
}

function binds(
  [left, right]: readonly [OperationNode, OperationNode],
  { table, named, bound }: { table: Named; named: readonly Named[]; bound: ReadonlySet<string> },
): boolean {
  const column = referenceOf(left)
  if (column?.column !== table.column) return false
  if (column.alias === undefined ? named.length > 1 : column.alias !== table.alias) return false
  const other = referenceOf(right)
  if (other === undefined) return true
  const own = named.find(({ alias }) => alias === other.alias)
  if (own !== undefined) return bound.has(own.alias) && other.column === own.column
  return other.alias !== undefined
}

function referenceOf(node: OperationNode): Reference | undefined {
  if (!ReferenceNode.is(node) || !ColumnNode.is(node.column)) return undefined
  return { alias: node.table?.table.identifier.name, column: node.column.column.name }
}
