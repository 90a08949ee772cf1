"""A small roster: one family and a single employee."""

HEAD = "Emp ID,Relation,Last,First,SSN,DOB,Sex,E-mail,Zip Code,Term Date\n"
DANA = "1001,EE,Marlowe,Dana,219-09-1234,04/17/1988,F,dana@marlowe.example,43215,\n"
ROBIN = "1001,Spouse,Marlowe,Robin,,9/30/1987,M,,,\n"
KIT = "1001,Child,Marlowe,Kit,,2015-02-01,X,,,\n"
OMAR = "1002,EE,Haddad,Omar,,1990-12-05,Male,,2138,\n"
