library(dplyr)

#' Adds. }
#' @export
add <- function(x, y = "}") {
  f <- function(z) { z }
  if (x > 1) {
    return(x %>%
      sum())
  }
  r"(fake <- function() {)"
}

`my name` = function(x) x +
  1

short <- \(x) x^2
print.cart <- function(x, ...)
{
  cat('{')
}

Cart <- R6Class("Cart",
  public = list(
    add = function(item) { invisible(self) }
  )
)

setClass("Person", representation(name = "character"))
setGeneric("greet", function(x) standardGeneric("greet"))
setMethod("greet", "Person", function(x) { cat(x@name) })
