# Games worked by hand. A case has the options, players and entries of a record, and what its answer must contain.

[[case]]
name = "before the first round all players have 0"
players = ["Ana", "Ben"]
entries = []
answer.finished = false
answer.totals = { Ana = 0, Ben = 0 }
answer.ranks = { Ana = 1, Ben = 1 }

[[case]]
name = "the winner of each round gets its points"
players = ["Ana", "Ben", "Cho"]
entries = [{ winner = "Ana", points = 30 }, { winner = "Cho", points = 45 }, { winner = "Ana", points = 5 }]
answer.finished = false
answer.totals = { Ana = 35, Ben = 0, Cho = 45 }
answer.ranks = { Ana = 2, Ben = 3, Cho = 1 }

[[case]]
name = "the first player with the target wins"
players = ["Ana", "Ben"]
options = { target = 50 }
entries = [{ winner = "Ana", points = 20 }, { winner = "Ben", points = 50 }]
answer.finished = true
answer.winners = ["Ben"]
answer.totals = { Ana = 20, Ben = 50 }

[[case]]
name = "a round brings at least 1 point"
players = ["Ana", "Ben"]
entries = [{ winner = "Ana", points = 0 }]
answer.error = { entry = 0, field = "points" }
