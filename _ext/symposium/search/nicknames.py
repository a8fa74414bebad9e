"""Short forms of given names, each with the names that it may stand for.

A selection of the commonest of the list of nicknames by Carlton Northern and others
(https://github.com/carltonnorthern/nicknames, Apache-2.0).
"""

from __future__ import annotations

NICKNAMES = {
    short: tuple(names.split())
    for short, names in {
        "abe": "abraham", "al": "albert alan alfred alexander", "alex": "alexander alexandra",
        "andy": "andrew andreas", "ben": "benjamin", "beth": "elizabeth", "bill": "william",
        "bob": "robert", "bobby": "robert", "cathy": "catherine", "charlie": "charles",
        "chris": "christopher christian christine christina", "chuck": "charles",
        "dan": "daniel", "danny": "daniel", "dave": "david", "deb": "deborah", "dick": "richard",
        "don": "donald", "doug": "douglas", "ed": "edward edwin", "fred": "frederick alfred",
        "greg": "gregory", "hal": "harold", "hank": "henry", "jack": "john", "jake": "jacob",
        "jeff": "jeffrey geoffrey", "jen": "jennifer", "jenny": "jennifer", "jim": "james",
        "joe": "joseph", "jon": "jonathan", "josh": "joshua", "kate": "katherine catherine",
        "kathy": "katherine kathleen", "ken": "kenneth", "larry": "lawrence", "liz": "elizabeth",
        "maggie": "margaret", "matt": "matthew matthias", "max": "maximilian maxwell",
        "mike": "michael", "nate": "nathan nathaniel", "nick": "nicholas", "pam": "pamela",
        "pat": "patrick patricia", "pete": "peter", "phil": "philip phillip", "ray": "raymond",
        "rich": "richard", "rick": "richard", "rob": "robert", "ron": "ronald", "russ": "russell",
        "sam": "samuel samantha", "sandy": "alexander sandra", "steve": "steven stephen",
        "sue": "susan", "ted": "edward theodore", "tim": "timothy", "tom": "thomas",
        "tony": "anthony", "vicky": "victoria", "will": "william", "zach": "zachary",
    }.items()
}  # fmt: skip
