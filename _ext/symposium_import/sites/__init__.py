"""The sites of others: a module for each template, which makes records of what its files say."""
