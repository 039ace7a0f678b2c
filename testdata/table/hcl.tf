terraform {
  required_version = ">= 1.0"
}

# The web server. }
resource "aws_instance" "web" {
  ami  = data.aws_ami.x.id
  tags = { Name = "web-${var.env == "prod" ? "}" : "{"}" }
  user_data = <<-EOT
    resource "fake" "one" {
  EOT
  dynamic "block" { for_each = [1] }
}

data "aws_ami" "x" { most_recent = true }
variable "env" {}
locals {
  a = [for x in var.list : upper(x) if x != ""]
}
module "net" { source = "./net" }
