"""What pages are about, in the words of schema.org: JSON-LD for search engines and other machines.

What is said of a kind follows from its description: `Kind.schema_org` is its type, and
`Field.schema_org` the property that a field is. Kinds with rules of their own are in `things`.
"""
